// Made from the core by `open-platform-generator`: do not edit.
package io.github.openplatformsdk

import kotlin.reflect.KClass

/** A type of events, with the name of its handler and what an example of one shows. */
internal enum class EventKind(val type: KClass<out Event>, val handler: String, val shown: String) {
    NEW_MESSAGE(Event.NewMessage::class, "new_message", "event.message"),
    NEW_CHATBOT_MESSAGE(Event.NewChatbotMessage::class, "new_chatbot_message", "event.message"),
    USER_ACCESS_REVOCATION(Event.UserAccessRevocation::class, "user_access_revocation", "event.revocation"),
    POST_UPDATE(Event.PostUpdate::class, "post_update", "event.update"),
    PAYMENT_TRANSACTION(Event.PaymentTransaction::class, "payment_transaction", "event.transaction"),
    UNKNOWN(Event.Unknown::class, "unknown", "event.kind + event.body"),
    MALFORMED(Event.Malformed::class, "malformed", "event.kind + event.reason"),
    ;

    companion object {
        private val byType = entries.associateBy { it.type }

        fun of(type: KClass<out Event>): EventKind = byType.getValue(type)
    }
}
