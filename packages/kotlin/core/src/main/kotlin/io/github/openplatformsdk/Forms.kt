/**
 * Conversion between types and the platform's JSON: `PostAddon.fromJson(json)` and `addon.toJson()`; and the checks that
 * every call makes before it sends something: `addon.check()`.
 *
 * `fromJson` throws an [InvalidInputException] for JSON that does not fit the type, `check` for a value that breaks a limit.
 * The exception has the path of the value, such as `widgets[0].titleRow.text`.
 */
package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.*

/** Reads an add-on for a post from the platform's JSON. */
public fun PostAddon.Companion.fromJson(json: Json): PostAddon = translated { readPostAddon(json) }

/** Writes an add-on for a post as the platform's JSON. */
public fun PostAddon.toJson(): Json = translated { writePostAddon(this) }

/** Reads an add-on for a user from the platform's JSON. */
public fun UserAddon.Companion.fromJson(json: Json): UserAddon = translated { readUserAddon(json) }

/** Writes an add-on for a user as the platform's JSON. */
public fun UserAddon.toJson(): Json = translated { writeUserAddon(this) }

/** Reads an add-on for a business from the platform's JSON. */
public fun BusinessAddon.Companion.fromJson(json: Json): BusinessAddon = translated { readBusinessAddon(json) }

/** Writes an add-on for a business as the platform's JSON. */
public fun BusinessAddon.toJson(): Json = translated { writeBusinessAddon(this) }

/** Reads a message from the platform's JSON. */
public fun Message.Companion.fromJson(json: Json): Message = translated { readMessage(json) }

/** Writes a message as the platform's JSON. */
public fun Message.toJson(): Json = translated { writeMessage(this) }

/** Reads a semantic record from the platform's JSON. */
public fun SemanticRecord.Companion.fromJson(json: Json): SemanticRecord = translated { readSemanticRecord(json) }

/** Writes a semantic record as the platform's JSON. */
public fun SemanticRecord.toJson(): Json = translated { writeSemanticRecord(this) }

/** Reads a semantic record of a user by id from the platform's JSON. */
public fun UserIdSemanticRecord.Companion.fromJson(json: Json): UserIdSemanticRecord = translated { readUserIdSemanticRecord(json) }

/** Writes a semantic record of a user by id as the platform's JSON. */
public fun UserIdSemanticRecord.toJson(): Json = translated { writeUserIdSemanticRecord(this) }

/** Writes a post as the platform's JSON. */
public fun Post.toJson(): Json = translated { writePost(this) }

/** Writes a user as the platform's JSON. */
public fun User.toJson(): Json = translated { writeUser(this) }

/** Writes phone numbers as the platform's JSON. */
public fun PhoneNumbers.toJson(): Json = translated { writePhoneNumbers(this) }

/** Writes an uploaded image as the platform's JSON. */
public fun UploadedImage.toJson(): Json = translated { writeUploadedImage(this) }

/** Writes the response to a new add-on as the platform's JSON. */
public fun AddonCreated.toJson(): Json = translated { writeAddonCreated(this) }

/** Writes the response to a new record as the platform's JSON. */
public fun RecordCreated.toJson(): Json = translated { writeRecordCreated(this) }

/** Writes the response to a message as the platform's JSON. */
public fun MessageSent.toJson(): Json = translated { writeMessageSent(this) }

/** Writes a conversation with its messages as the platform's JSON. */
public fun ConversationRecord.toJson(): Json = translated { writeConversation(this) }

/** Writes the query of a direct link as the platform's JSON. */
public fun DirectLink.toJson(): Json = translated { writeDirectLink(this) }

/** Writes the businesses of a user as the platform's JSON. */
public fun BusinessList.toJson(): Json = translated { writeBusinessList(this) }

/** Writes the posts of a user as the platform's JSON. */
public fun PostList.toJson(): Json = translated { writePostList(this) }

/** Writes a profile image as the platform's JSON. */
public fun ProfileImage.toJson(): Json = translated { writeProfileImage(this) }

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

/** Whether the response contained this member of a post, by its JSON name. `null` counts as absent. */
public fun Post.has(member: String): Boolean = postHas(this, member)

/**
 * The title, or `null` if the post has none.
 *
 * @throws DecodeException if it is not text.
 */
public val Post.title: String?
    get() = shortcuts.let { if (it != null) it.title else translated { postTitle(this) } }

/**
 * The description, or `null` if the post has none.
 *
 * @throws DecodeException if it is not text.
 */
public val Post.description: String?
    get() = shortcuts.let { if (it != null) it.description else translated { postDescription(this) } }

/**
 * The URLs of the images; empty if the post has none.
 *
 * @throws DecodeException if it is not a list of texts.
 */
public val Post.images: List<String>
    get() = shortcuts.let { if (it != null) it.images else translated { postImages(this) } }

/**
 * The price in toman (1 toman is 10 rial), or `null` if the post has none.
 *
 * @throws DecodeException if it is not an object with a mode and an amount.
 */
public val Post.price: Price?
    get() = shortcuts.let { if (it != null) it.price else translated { postPrice(this) } }

/** The phone number: the platform uses two names for this member, and either is read. */
public val User.phone: Phone? get() = userPhone(this)

/**
 * The number as the platform writes it: `09` and nine digits.
 *
 * @throws InvalidInputException if it is not a mobile number.
 */
public fun normalizePhone(phone: Phone): String = translated { io.github.openplatformsdk.ffi.normalizePhone(phone) }

/** Reads the parameters that the platform adds to a direct link. [link] is the whole address or its query. */
public fun readDirectLink(link: String): DirectLink = io.github.openplatformsdk.ffi.readDirectLink(link)

/**
 * Checks a redirect address: `https`, or `http` on this machine, without fragment.
 *
 * @throws InvalidInputException if it is invalid.
 */
public fun checkRedirectUri(uri: String): Unit = translated { io.github.openplatformsdk.ffi.checkRedirectUri(uri) }
