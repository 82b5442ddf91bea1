package io.github.openplatformsdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.openplatformsdk.java.Amounts;
import io.github.openplatformsdk.java.OpenPlatformAsync;
import io.github.openplatformsdk.java.OpenPlatformErrors;
import io.github.openplatformsdk.java.PaymentReportBuilder;
import io.github.openplatformsdk.java.RawRequestBuilder;
import io.github.openplatformsdk.java.SuspendingCall;
import io.github.openplatformsdk.java.SuspendingCalls;
import io.github.openplatformsdk.java.UserClientAsync;
import io.github.openplatformsdk.testing.SandboxExtension;
import io.github.openplatformsdk.testing.World;
import io.github.openplatformsdk.testing.admin.SandboxConversation;
import io.github.openplatformsdk.testing.admin.SandboxPost;
import io.github.openplatformsdk.testing.admin.ShownAddon;
import io.github.openplatformsdk.testing.admin.WrittenMessage;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** The package from Java, with the sandbox. */
@ExtendWith(SandboxExtension.class)
@Timeout(120)
class JavaTest {
    /** The result of a function of the sandbox. */
    private static <T> T from(SuspendingCall<T> call) {
        return SuspendingCalls.future(call).join();
    }

    private static String post(World world) {
        List<SandboxPost> posts = from(c -> world.posts("seller", c));
        return posts.get(0).getToken();
    }

    /** A client of the seller, who has granted these scopes in a browser. */
    private static UserClientAsync login(World world, OpenPlatformAsync platform, List<String> scopes) {
        Authorization login = platform.oauth().authorize(scopes, "session", it -> it.returnTo("/posts/7")).join();
        String back = from(c -> world.consent(login.getUrl(), new ByName[0], "seller", c));
        var granted = assertInstanceOf(LoginOutcome.Granted.class, platform.oauth().callback(back, "session").join());
        assertEquals("/posts/7", granted.getReturnTo());
        assertEquals(List.of(), granted.getMissingScopes());
        return platform.user(granted.getGrant());
    }

    @Test
    void aPostIsRead(World world, OpenPlatform client) throws Exception {
        var platform = OpenPlatformAsync.of(client);
        String token = post(world);
        Post post = platform.posts().get(token).get();
        assertEquals(token, post.getToken());
        assertNotNull(Forms.title(post));
        long price = Amounts.value(Forms.price(post)).getTomans();
        assertTrue(price > 0, "amounts of money can be read");
        assertEquals(token, platform.posts().get(token, Duration.ofSeconds(5)).join().getToken());
        // A function that waits for another call blocks no thread that the other call needs.
        var both = platform.posts().get(token).thenApply(it -> platform.posts().get(it.getToken()).join());
        assertEquals(token, both.join().getToken());
    }

    @Test
    void aClientIsMadeWithSettings(World world) {
        var executor = Executors.newSingleThreadExecutor(task -> new Thread(task, "of the app"));
        try (var platform = OpenPlatformAsync.create(
                settings -> settings.kotlin(world.getSettings()).timeout(Duration.ofSeconds(30)).executor(executor))) {
            var thread = platform.check().thenApply(nothing -> Thread.currentThread().getName());
            // On the thread of the test, if the call has ended before `thenApply`.
            String name = thread.join();
            assertTrue(name.startsWith("of the app") || name.equals(Thread.currentThread().getName()), name);
            assertTrue(platform.drain().join());
        } finally {
            executor.shutdown();
        }
        assertThrows(ConfigException.class, () -> OpenPlatformAsync.create(settings -> settings.timeout(Duration.ZERO)));
    }

    @Test
    void aUserLogsInAndGetsAnAddonAndAMessage(World world, OpenPlatform client) {
        var platform = OpenPlatformAsync.of(client);
        String post = post(world);
        List<SandboxConversation> conversations = from(c -> world.conversations(c));
        String conversation = conversations.get(0).getId();
        var scopes = List.of(Scopes.postAddonCreate(post), Scopes.conversationSendMessage(conversation), Scopes.OFFLINE_ACCESS);
        try (var user = login(world, platform, scopes)) {
            var photo = Path.of(System.getenv("OPEN_PLATFORM_REPOSITORY"), "packages/cli/src/demo/inspection.jpg");
            var progress = new ArrayList<Long>();
            UploadedImage uploaded = platform.images().upload(photo, sent -> progress.add(sent.getSent())).join();
            assertEquals(photo.toFile().length(), progress.get(progress.size() - 1));
            user.addons().createOnPost(post, addon -> addon
                .titleRow("Inspected", row -> row.hasDivider(true))
                .eventRow("Report", row -> row.imageUrl(uploaded))
                .scoreRow("Engine", row -> row.percentageScore(80).scoreColor(Color.SuccessPrimary.INSTANCE))
                .semantic("inspection_result", "INSPECTION_APPROVED")).join();
            List<ShownAddon> shown = from(c -> world.addons(post, c));
            assertEquals(Map.of("text", "Inspected", "has_divider", true), shown.get(0).getWidgets().get(0).get("title_row"));

            user.conversations().send(conversation, "Hello", message -> message
                .receiverButtons(buttons -> buttons.row(row -> row
                    .link("Open", "https://app.example")
                    .server("Accept", Map.of("id", "7"))))).join();
            List<WrittenMessage> messages = from(c -> world.messages(conversation, c));
            assertEquals("Hello", messages.get(messages.size() - 1).getMessage().get("text"));

            List<GrantInfo> grants = new ArrayList<>();
            platform.grants().iterate(grants::add).join();
            assertEquals(List.of(user.grant()), grants.stream().map(GrantInfo::getKey).toList());
            assertTrue(platform.grants().forget(user.grant()).join());
            assertNull(platform.grants().info(user.grant()).join());
        }
    }

    @Test
    void aUserDeniesTheAccess(World world, OpenPlatform client) {
        var platform = OpenPlatformAsync.of(client);
        Authorization login = platform.oauth().authorize(List.of(Scopes.USER_PHONE), "session").join();
        String back = from(c -> world.consent(login.getUrl(), new ByName[0], null, c));
        assertInstanceOf(LoginOutcome.Denied.class, platform.oauth().callback(back, "session").join());
    }

    @Test
    void errorsAreThoseOfThePackage(World world, OpenPlatform client) {
        var platform = OpenPlatformAsync.of(client);
        var call = platform.posts().get("AAAAAAAA");
        var joined = assertThrows(CompletionException.class, call::join);
        var gotten = assertThrows(ExecutionException.class, call::get);
        var missing = assertInstanceOf(NotFoundException.class, joined.getCause());
        assertSame(missing, gotten.getCause());
        assertSame(missing, OpenPlatformErrors.of(joined));
        assertNull(OpenPlatformErrors.of(new IllegalStateException()));
        assertEquals(404, missing.getStatus());
        assertNull(OpenPlatformErrors.retryAfter(missing));
        String advice = call.thenApply(post -> "")
            .exceptionally(error -> OpenPlatformErrors.of(error) instanceof NotFoundException it ? it.getEndpoint() : "")
            .join();
        assertEquals("posts.get", advice);
        // A mistake of the caller is an error of the future, too, also one in a builder.
        var invalid = platform.userWithToken("token").addons().createOnPost("gZd7omnS", addon -> addon.titleRow("x".repeat(50)));
        var thrown = assertThrows(CompletionException.class, invalid::join);
        var mistake = assertInstanceOf(InvalidInputException.class, OpenPlatformErrors.of(thrown));
        assertEquals("widgets[0].titleRow.text", mistake.getField());
        var incomplete = platform.userWithToken("token").payments().report(report -> report.amount(new Rials(350_000)));
        var cause = assertThrows(CompletionException.class, incomplete::join).getCause();
        assertTrue(assertInstanceOf(IllegalStateException.class, cause).getMessage().startsWith("`PaymentReport."), cause::getMessage);
    }

    @Test
    void aCancelledFutureEndsItsCall() throws Exception {
        // A server that accepts the request and never answers.
        try (var silent = new ServerSocket(0);
                var platform = OpenPlatformAsync.create(settings -> settings
                    .environment(Map.of())
                    .apiKey("key")
                    .sandbox("http://127.0.0.1:" + silent.getLocalPort())
                    .timeout(Duration.ofHours(1)))) {
            var call = platform.posts().get("gZd7omnS");
            try (var connection = silent.accept()) {
                connection.setSoTimeout(60_000);
                assertTrue(connection.getInputStream().read() >= 0);
                assertFalse(call.isDone());
                assertTrue(call.cancel(true));
                // The rest of the request, and then the end of the connection.
                assertNotNull(connection.getInputStream().readAllBytes());
            }
            assertThrows(CancellationException.class, call::join);
        }
    }

    @Test
    void amountsOfMoneyAreObjects() {
        PaymentReport report = new PaymentReportBuilder()
            .amount(new Rials(350_000)).profit(new Rials(1_000)).referenceId("order-7").build();
        assertEquals(350_000, Amounts.amount(report).getRials());
        assertEquals(new Rials(1_000), Amounts.profit(report));
    }

    @Test
    void aRawRequestIsSent(World world, OpenPlatform client) {
        var platform = OpenPlatformAsync.of(client);
        var request = new RawRequestBuilder("GET", "v1", "open-platform", "finder", "post", post(world)).build();
        assertEquals(200, platform.request(request).join().getStatus());
    }
}
