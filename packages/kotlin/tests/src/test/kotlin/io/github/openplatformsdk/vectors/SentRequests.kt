package io.github.openplatformsdk.vectors

import io.github.openplatformsdk.*
import java.net.URI
import java.net.URLDecoder
import java.util.Base64
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertTrue

/** Whether a request is what a case expects. */
fun isRequest(request: RecordedRequest, expected: Map<String, Any?>) {
    same("method", request.method, expected["method"])
    same("url", request.url, expected["url"])
    for ((name, value) in expected.members("headers")) same("header $name", request.headers[name], value)
    for (name in expected.list<String>("absent_headers")) {
        assertFalse(name in request.headers, "the header $name was sent")
    }
    val body = request.body.decodeToString()
    if ("body_text" in expected) same("body", body, expected["body_text"])
    if ("body" in expected) same("body", jsonValue(body), expected["body"])
    if ("form_body" in expected) {
        val boundary = request.headers.getValue("content-type").removePrefix("multipart/form-data; boundary=")
        assertTrue(boundary.length in 43..70, "the boundary is $boundary")
        same("form", body, expected.text("form_body").replace("{boundary}", boundary))
    }
    if ("form" in expected) {
        val form = parameters(body)
        same("form", form.toMap(), expected["form"])
        same("members of the form", form.size, expected.members("form").size)
    }
    if ("body_base64" in expected) {
        same("body", Base64.getEncoder().encodeToString(request.body), expected["body_base64"])
    }
}

/** Whether the address of the consent page is what a case expects. */
fun authorizationUrl(address: String, expected: Map<String, Any?>) {
    assertTrue(address.startsWith(expected.text("prefix")), address)
    for (part in expected.list<String>("contains")) assertTrue(part in address, "$address lacks $part")
    val query = parameters(URI(address).rawQuery)
    val members = query.toMap().toMutableMap()
    same("number of parameters", query.size, members.size)
    assertTrue(members["state"].orEmpty().length >= expected.int("state_min_length"), "the state is too short")
    for (name in expected.list<String>("other_parameters")) {
        assertTrue(members.remove(name) != null, "$address lacks $name")
    }
    same("query", members, expected["query"])
}

/** The members of a form or a query, in order. */
fun parameters(form: String): List<Pair<String, String>> =
    form.split('&').filter { it.isNotEmpty() }.map { pair ->
        val (name, value) = pair.split('=', limit = 2).map { URLDecoder.decode(it, Charsets.UTF_8) } + ""
        name to value
    }
