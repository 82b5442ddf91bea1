package web;

import io.github.openplatformsdk.java.HooksAsync;
import io.github.openplatformsdk.java.IncomingRequests;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;

/**
 * Serves {@code /hooks/events}, {@code /hooks/start} and {@code /hooks/actions}. Spring MVC has a thread for each request, which waits
 * here for the handler. The body is read by {@link HooksAsync} alone, after the key was checked: so forms with files must not be
 * unpacked first ({@code spring.servlet.multipart.resolve-lazily=true}).
 *
 * <p>A body that arrives slowly is refused with 408 after 8.5 seconds, but no thread can be woken that waits for its next byte, and
 * Tomcat reads what was refused before it closes the connection: {@code server.tomcat.connection-timeout=10s} limits the one,
 * {@code server.tomcat.max-swallow-size=1B} the other.
 */
@RestController
public class HookController {
    private final HooksAsync hooks;

    public HookController(HooksAsync hooks) {
        this.hooks = hooks;
    }

    // All methods by name: otherwise Spring answers OPTIONS by itself.
    @RequestMapping(
        path = {"/hooks/events", "/hooks/start", "/hooks/actions"},
        method = {
            RequestMethod.GET, RequestMethod.HEAD, RequestMethod.POST, RequestMethod.PUT, RequestMethod.PATCH, RequestMethod.DELETE,
            RequestMethod.OPTIONS, RequestMethod.TRACE
        })
    public void receive(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var incoming = IncomingRequests.of(
            request.getMethod(), Servlets.path(request), Servlets.headers(request), request.getRemoteAddr(), request.getInputStream());
        Servlets.send(hooks.receive(incoming).join(), response);
    }
}
