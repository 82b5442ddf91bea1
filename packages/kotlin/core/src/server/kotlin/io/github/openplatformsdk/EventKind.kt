// Made from the core by `open-platform-generator`: do not edit.
package io.github.openplatformsdk

import kotlin.reflect.KClass

/** A type of events, with the name of its handler. */
internal enum class EventKind(val type: KClass<out Event>, val handler: String) {
    NEW_MESSAGE(Event.NewMessage::class, "new_message"),
    NEW_CHATBOT_MESSAGE(Event.NewChatbotMessage::class, "new_chatbot_message"),
    USER_ACCESS_REVOCATION(Event.UserAccessRevocation::class, "user_access_revocation"),
    POST_UPDATE(Event.PostUpdate::class, "post_update"),
    PAYMENT_TRANSACTION(Event.PaymentTransaction::class, "payment_transaction"),
    UNKNOWN(Event.Unknown::class, "unknown"),
    MALFORMED(Event.Malformed::class, "malformed"),
    ;

    companion object {
        private val byType = entries.associateBy { it.type }

        fun of(type: KClass<out Event>): EventKind = byType.getValue(type)
    }
}
