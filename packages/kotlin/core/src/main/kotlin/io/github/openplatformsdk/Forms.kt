/**
 * Conversion between types and the platform's JSON: `PostAddon.fromJson(json)` and `addon.toJson()`; and the checks that
 * every call makes before it sends something: `addon.check()`.
 *
 * `fromJson` throws an [InvalidInputException] for JSON that does not fit the type, `check` for a value that breaks a limit.
 * The exception has the path of the value, such as `widgets[0].titleRow.text`.
 */
@file:JvmName("Forms")

package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.*

/** Checks every limit of a widget. */
public fun Widget.check(): Unit = translated { checkWidget(this) }

/** Whether the response contained this member of a post, by its JSON name. `null` counts as absent. */
public fun Post.has(member: String): Boolean = translated { postHas(this, member) }

/**
 * The title, or `null` if the post has none.
 *
 * @throws DecodeException if it is not text.
 */
public val Post.title: String?
    @JvmName("title") get() = shortcuts.let { if (it != null) it.title else translated { postTitle(this) } }

/**
 * The description, or `null` if the post has none.
 *
 * @throws DecodeException if it is not text.
 */
public val Post.description: String?
    @JvmName("description") get() = shortcuts.let { if (it != null) it.description else translated { postDescription(this) } }

/**
 * The URLs of the images; empty if the post has none.
 *
 * @throws DecodeException if it is not a list of texts.
 */
public val Post.images: List<String>
    @JvmName("images") get() = shortcuts.let { if (it != null) it.images else translated { postImages(this) } }

/**
 * The price in toman (1 toman is 10 rial), or `null` if the post has none.
 *
 * @throws DecodeException if it is not an object with a mode and an amount.
 */
public val Post.price: Price?
    @JvmName("price") get() = shortcuts.let { if (it != null) it.price else translated { postPrice(this) } }

/** The phone number: the platform uses two names for this member, and either is read. */
public val User.phone: Phone? @JvmName("phone") get() = userPhone(this)

/**
 * The number as the platform writes it: `09` and nine digits.
 *
 * @throws InvalidInputException if it is not a mobile number.
 */
public fun normalizePhone(phone: Phone): String = translated { io.github.openplatformsdk.ffi.normalizePhone(phone) }

/** Reads the parameters that the platform adds to a direct link. [link] is the whole address or its query. */
public fun readDirectLink(link: String): DirectLink = translated { io.github.openplatformsdk.ffi.readDirectLink(link) }

/**
 * Checks a redirect address of logins: `https`, or `http` on this machine, without query, fragment and user name.
 *
 * @throws InvalidInputException if it is invalid.
 */
public fun checkRedirectUri(uri: String): Unit = translated { io.github.openplatformsdk.ffi.checkRedirectUri(uri) }
