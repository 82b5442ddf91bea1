// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.*

/** Writes an [AddonCreated] as the platform's JSON. */
public fun AddonCreated.toJson(): Json = translated { writeAddonCreated(this) }

/** Reads a [BusinessAddon] from the platform's JSON. */
public fun BusinessAddon.Companion.fromJson(json: Json): BusinessAddon = translated { readBusinessAddon(json) }

/** Checks every limit of a [BusinessAddon]. */
public fun BusinessAddon.check(): Unit = translated { checkBusinessAddon(this) }

/** Writes a [BusinessAddon] as the platform's JSON. */
public fun BusinessAddon.toJson(): Json = translated { writeBusinessAddon(this) }

/** Writes a [BusinessList] as the platform's JSON. */
public fun BusinessList.toJson(): Json = translated { writeBusinessList(this) }

/** Writes a [ConversationRecord] as the platform's JSON. */
public fun ConversationRecord.toJson(): Json = translated { writeConversationRecord(this) }

/** Writes a [DirectLink] as the platform's JSON. */
public fun DirectLink.toJson(): Json = translated { writeDirectLink(this) }

/** Reads a [Message] from the platform's JSON. */
public fun Message.Companion.fromJson(json: Json): Message = translated { readMessage(json) }

/** Checks every limit of a [Message]. */
public fun Message.check(): Unit = translated { checkMessage(this) }

/** Writes a [Message] as the platform's JSON. */
public fun Message.toJson(): Json = translated { writeMessage(this) }

/** Writes a [MessageSent] as the platform's JSON. */
public fun MessageSent.toJson(): Json = translated { writeMessageSent(this) }

/** Writes a [PhoneNumbers] as the platform's JSON. */
public fun PhoneNumbers.toJson(): Json = translated { writePhoneNumbers(this) }

/** Writes a [Post] as the platform's JSON. */
public fun Post.toJson(): Json = translated { writePost(this) }

/** Reads a [PostAddon] from the platform's JSON. */
public fun PostAddon.Companion.fromJson(json: Json): PostAddon = translated { readPostAddon(json) }

/** Checks every limit of a [PostAddon]. */
public fun PostAddon.check(): Unit = translated { checkPostAddon(this) }

/** Writes a [PostAddon] as the platform's JSON. */
public fun PostAddon.toJson(): Json = translated { writePostAddon(this) }

/** Writes a [PostList] as the platform's JSON. */
public fun PostList.toJson(): Json = translated { writePostList(this) }

/** Writes a [ProfileImage] as the platform's JSON. */
public fun ProfileImage.toJson(): Json = translated { writeProfileImage(this) }

/** Writes a [RecordCreated] as the platform's JSON. */
public fun RecordCreated.toJson(): Json = translated { writeRecordCreated(this) }

/** Reads a [SemanticRecord] from the platform's JSON. */
public fun SemanticRecord.Companion.fromJson(json: Json): SemanticRecord = translated { readSemanticRecord(json) }

/** Checks every limit of a [SemanticRecord]. */
public fun SemanticRecord.check(): Unit = translated { checkSemanticRecord(this) }

/** Writes a [SemanticRecord] as the platform's JSON. */
public fun SemanticRecord.toJson(): Json = translated { writeSemanticRecord(this) }

/** Writes a [UploadedImage] as the platform's JSON. */
public fun UploadedImage.toJson(): Json = translated { writeUploadedImage(this) }

/** Writes a [User] as the platform's JSON. */
public fun User.toJson(): Json = translated { writeUser(this) }

/** Reads a [UserAddon] from the platform's JSON. */
public fun UserAddon.Companion.fromJson(json: Json): UserAddon = translated { readUserAddon(json) }

/** Checks every limit of a [UserAddon]. */
public fun UserAddon.check(): Unit = translated { checkUserAddon(this) }

/** Writes a [UserAddon] as the platform's JSON. */
public fun UserAddon.toJson(): Json = translated { writeUserAddon(this) }

/** Reads a [UserIdSemanticRecord] from the platform's JSON. */
public fun UserIdSemanticRecord.Companion.fromJson(json: Json): UserIdSemanticRecord = translated { readUserIdSemanticRecord(json) }

/** Checks every limit of a [UserIdSemanticRecord]. */
public fun UserIdSemanticRecord.check(): Unit = translated { checkUserIdSemanticRecord(this) }

/** Writes a [UserIdSemanticRecord] as the platform's JSON. */
public fun UserIdSemanticRecord.toJson(): Json = translated { writeUserIdSemanticRecord(this) }
