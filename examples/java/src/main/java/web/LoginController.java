package web;

import io.github.openplatformsdk.java.IncomingRequests;
import io.github.openplatformsdk.java.LoginRoutesAsync;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Serves {@code /oauth/login} and {@code /oauth/callback}. */
@RestController
public class LoginController {
    private final LoginRoutesAsync login;

    public LoginController(LoginRoutesAsync login) {
        this.login = login;
    }

    @RequestMapping({"/oauth/login", "/oauth/callback"})
    public void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var incoming = IncomingRequests.ofLogin(
            request.getMethod(), Servlets.path(request), request.getQueryString(), Servlets.headers(request), request);
        Servlets.send(login.answer(incoming).join(), response);
    }
}
