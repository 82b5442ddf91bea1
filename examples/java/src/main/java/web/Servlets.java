package web;

import io.github.openplatformsdk.OutgoingReply;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What both controllers read of a request, and how they write a response. */
final class Servlets {
    private Servlets() {}

    /** The decoded path, as Spring compares it with those of the controllers: {@code getRequestURI} may be percent-encoded. */
    static String path(HttpServletRequest request) {
        return request.getServletPath() + Objects.requireNonNullElse(request.getPathInfo(), "");
    }

    static Map<String, List<String>> headers(HttpServletRequest request) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        for (String name : Collections.list(request.getHeaderNames())) {
            headers.put(name, Collections.list(request.getHeaders(name)));
        }
        return headers;
    }

    static void send(OutgoingReply reply, HttpServletResponse response) throws IOException {
        response.setStatus(reply.getStatus());
        for (var header : reply.getHeaders()) response.addHeader(header.getFirst(), header.getSecond());
        if (reply.getClose()) response.setHeader("Connection", "close");
        response.setContentLength(reply.getBody().length);
        response.getOutputStream().write(reply.getBody());
    }
}
