/**
 * Documents in the form of the wire: from JSON to types (`PostAddon.fromJson(json)`) and back (`addon.toJson()`), and the
 * checks that every call makes before the network (`addon.check()`).
 *
 * `fromJson` refuses what does not fit, and `check` what cannot be sent, both with an [InvalidInputException] that has the
 * path of the value, such as `widgets[0].titleRow.text`.
 */
package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.*

/** Reads an add-on for a post from JSON in the form of the wire. */
public fun PostAddon.Companion.fromJson(json: Json): PostAddon = translated { readPostAddon(json) }

/** Writes an add-on for a post in the form of the wire. */
public fun PostAddon.toJson(): Json = translated { writePostAddon(this) }

/** Reads an add-on for a user from JSON in the form of the wire. */
public fun UserAddon.Companion.fromJson(json: Json): UserAddon = translated { readUserAddon(json) }

/** Writes an add-on for a user in the form of the wire. */
public fun UserAddon.toJson(): Json = translated { writeUserAddon(this) }

/** Reads an add-on for a business from JSON in the form of the wire. */
public fun BusinessAddon.Companion.fromJson(json: Json): BusinessAddon = translated { readBusinessAddon(json) }

/** Writes an add-on for a business in the form of the wire. */
public fun BusinessAddon.toJson(): Json = translated { writeBusinessAddon(this) }

/** Reads a message from JSON in the form of the wire. */
public fun Message.Companion.fromJson(json: Json): Message = translated { readMessage(json) }

/** Writes a message in the form of the wire. */
public fun Message.toJson(): Json = translated { writeMessage(this) }

/** Reads a semantic record from JSON in the form of the wire. */
public fun SemanticRecord.Companion.fromJson(json: Json): SemanticRecord = translated { readSemanticRecord(json) }

/** Writes a semantic record in the form of the wire. */
public fun SemanticRecord.toJson(): Json = translated { writeSemanticRecord(this) }

/** Reads a semantic record of a user by id from JSON in the form of the wire. */
public fun UserIdSemanticRecord.Companion.fromJson(json: Json): UserIdSemanticRecord = translated { readUserIdSemanticRecord(json) }

/** Writes a semantic record of a user by id in the form of the wire. */
public fun UserIdSemanticRecord.toJson(): Json = translated { writeUserIdSemanticRecord(this) }

/** Writes a post in the form of the wire. */
public fun Post.toJson(): Json = translated { writePost(this) }

/** Writes a user in the form of the wire. */
public fun User.toJson(): Json = translated { writeUser(this) }

/** Writes phone numbers in the form of the wire. */
public fun PhoneNumbers.toJson(): Json = translated { writePhoneNumbers(this) }

/** Writes an uploaded image in the form of the wire. */
public fun UploadedImage.toJson(): Json = translated { writeUploadedImage(this) }

/** Writes the answer to a new add-on in the form of the wire. */
public fun AddonCreated.toJson(): Json = translated { writeAddonCreated(this) }

/** Writes the answer to a new record in the form of the wire. */
public fun RecordCreated.toJson(): Json = translated { writeRecordCreated(this) }

/** Writes the answer to a message in the form of the wire. */
public fun MessageSent.toJson(): Json = translated { writeMessageSent(this) }

/** Writes a conversation with its messages in the form of the wire. */
public fun ConversationRecord.toJson(): Json = translated { writeConversation(this) }

/** Writes the query of a direct link in the form of the wire. */
public fun FallbackQuery.toJson(): Json = translated { writeDirectLink(this) }

/** Checks every limit of a widget. */
public fun Widget.check(): Unit = translated { checkWidget(this) }

/** Checks every limit of an add-on for a post. */
public fun PostAddon.check(): Unit = translated { checkPostAddon(this) }

/** Checks every limit of an add-on for a user. */
public fun UserAddon.check(): Unit = translated { checkUserAddon(this) }

/** Checks every limit of an add-on for a business. */
public fun BusinessAddon.check(): Unit = translated { checkBusinessAddon(this) }

/** Checks every limit of a message. */
public fun Message.check(): Unit = translated { checkMessage(this) }

/** Checks every limit of a semantic record. */
public fun SemanticRecord.check(): Unit = translated { checkSemanticRecord(this) }

/** Checks every limit of a semantic record of a user by id. */
public fun UserIdSemanticRecord.check(): Unit = translated { checkUserIdSemanticRecord(this) }

/** Whether the answer had this member of a post, by its name in JSON. `null` counts as absent. */
public fun Post.has(member: String): Boolean = postHas(this, member)

/**
 * The title, where the post has one.
 *
 * @throws DecodeException if it is not text.
 */
public val Post.title: String?
    get() = shortcuts.let { if (it != null) it.title else translated { postTitle(this) } }

/**
 * The description, where the post has one.
 *
 * @throws DecodeException if it is not text.
 */
public val Post.description: String?
    get() = shortcuts.let { if (it != null) it.description else translated { postDescription(this) } }

/**
 * Addresses of the images; none where the post has none.
 *
 * @throws DecodeException if it is not a list of texts.
 */
public val Post.images: List<String>
    get() = shortcuts.let { if (it != null) it.images else translated { postImages(this) } }

/**
 * The price, in toman (1 toman is 10 rial), where the post has one.
 *
 * @throws DecodeException if it is not an object with a mode and an amount.
 */
public val Post.price: Price?
    get() = shortcuts.let { if (it != null) it.price else translated { postPrice(this) } }

/** The phone number, from whichever member has it. */
public val User.phone: Phone? get() = userPhone(this)

/**
 * The number as the platform writes it: `09` and nine digits.
 *
 * @throws InvalidInputException for what is no mobile number.
 */
public fun normalizePhone(phone: Phone): String = translated { io.github.openplatformsdk.ffi.normalizePhone(phone) }

/** Reads the query that a direct link of the platform has brought to the app, from a whole address or the query alone. */
public fun readDirectLink(link: String): FallbackQuery = io.github.openplatformsdk.ffi.readDirectLink(link)

/**
 * Checks a redirect address: `https`, or `http` on this machine, without fragment.
 *
 * @throws InvalidInputException if it cannot be one.
 */
public fun checkRedirectUri(uri: String): Unit = translated { io.github.openplatformsdk.ffi.checkRedirectUri(uri) }
