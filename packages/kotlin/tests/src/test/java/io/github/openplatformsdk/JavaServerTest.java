package io.github.openplatformsdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.openplatformsdk.java.HooksAsync;
import io.github.openplatformsdk.java.InboxOptionsBuilder;
import io.github.openplatformsdk.java.IncomingRequests;
import io.github.openplatformsdk.java.LoginRoutesAsync;
import io.github.openplatformsdk.java.OpenPlatformAsync;
import io.github.openplatformsdk.java.SubscriptionBuilder;
import io.github.openplatformsdk.java.SuspendingCall;
import io.github.openplatformsdk.java.SuspendingCalls;
import io.github.openplatformsdk.testing.SandboxExtension;
import io.github.openplatformsdk.testing.World;
import io.github.openplatformsdk.testing.admin.AddedData;
import io.github.openplatformsdk.testing.admin.AppChange;
import io.github.openplatformsdk.testing.admin.AppSettings;
import io.github.openplatformsdk.testing.admin.Click;
import io.github.openplatformsdk.testing.admin.ClickOutcome;
import io.github.openplatformsdk.testing.admin.NewConversation;
import io.github.openplatformsdk.testing.admin.SandboxConversation;
import io.github.openplatformsdk.testing.admin.Seed;
import io.github.openplatformsdk.testing.admin.TokenPair;
import io.github.openplatformsdk.testing.admin.UserMessage;
import io.github.openplatformsdk.testing.admin.WrittenMessage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;
import web.HookController;
import web.LoginController;

/** Requests of the sandbox to an app in Java with Spring MVC. */
@ExtendWith(SandboxExtension.class)
@Timeout(240)
class JavaServerTest {
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({HookController.class, LoginController.class})
    static class App {}

    private static <T> T from(SuspendingCall<T> call) {
        return SuspendingCalls.future(call).join();
    }

    private static int freePort() throws Exception {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /** Tells the sandbox the addresses of the app. */
    private static void configure(World world, String url) {
        var change = new AppChange(
            new ByName[0], null, null, null, url + "/hooks/actions", url + "/hooks/events", null, null, null, null,
            List.of(url + "/oauth/callback"), url + "/hooks/start");
        AppSettings settings = from(c -> world.configure(change, c));
        assertEquals(url + "/hooks/events", settings.getEventsUrl());
    }

    private static ConfigurableApplicationContext serve(int port, HooksAsync hooks, LoginRoutesAsync login) {
        ApplicationContextInitializer<GenericApplicationContext> beans = context -> {
            context.registerBean(HooksAsync.class, () -> hooks);
            context.registerBean(LoginRoutesAsync.class, () -> login);
        };
        return new SpringApplicationBuilder(App.class).initializers(beans)
            .properties("server.port=" + port, "spring.main.banner-mode=off", "logging.level.root=error")
            .run();
    }

    private static String chat(World world) {
        var seed = new Seed(new ByName[0], null, List.of(new NewConversation(new ByName[0], null, null, "buyer")), null, null);
        AddedData added = from(c -> world.add(seed, c));
        return added.getConversations().get(0).getId();
    }

    private static void say(World world, String conversation, String text) {
        WrittenMessage said = from(c -> world.say(conversation, new UserMessage(new ByName[0], text, "buyer"), c));
        assertEquals(text, said.getMessage().get("text"));
    }

    private static String lastText(World world, String conversation) {
        List<WrittenMessage> messages = from(c -> world.messages(conversation, c));
        return (String) messages.get(messages.size() - 1).getMessage().get("text");
    }

    @Test
    void handlersOfEventsAndALogin(World world) throws Exception {
        int port = freePort();
        String url = "http://127.0.0.1:" + port;
        configure(world, url);
        try (var platform = OpenPlatformAsync.create(settings -> settings.kotlin(world.getSettings()))) {
            BlockingQueue<String> grants = new LinkedBlockingQueue<>();
            var hooks = new HooksAsync(platform)
                .onNewChatbotMessage((event, context) -> {
                    var content = (MessageContent.Text) event.getMessage().getContent();
                    context.reply("You said " + content.getText() + ".").join();
                })
                .onNewMessageAsync((event, context) -> event.getMessage().getSender().getSide() instanceof SenderSide.Buyer
                    ? context.reply("Still there.")
                    : CompletableFuture.completedFuture(null))
                .onStart((request, context) -> {
                    assertEquals(platform, context.platform());
                    return "https://app.example/start?key=" + context.keyId() + "&in=" + request.getConversationId();
                });
            var login = new LoginRoutesAsync(
                platform, List.of(Scopes.CHAT_SUPPLIER_ALL_CONVERSATIONS_READ, Scopes.CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND,
                    Scopes.OFFLINE_ACCESS),
                (granted, request) -> {
                    grants.add(granted.getGrant());
                    return LoginResponse.redirect("/welcome");
                });
            try (var app = serve(port, hooks, login)) {
                List<SandboxConversation> conversations = from(c -> world.conversations(c));
                String conversation = conversations.get(0).getId();
                String chat = chat(world);
                say(world, chat, "hello");
                from(c -> world.waitForRequest("chatbot.reply", 1, c));
                assertEquals("You said hello.", lastText(world, chat));
                ClickOutcome opened = from(c -> world.click(new Click.ChatService(new ByName[0], conversation, "seller"), c));
                assertEquals("https://app.example/start?key=key-1&in=" + conversation, opened.getOpens());

                var browser = HttpClient.newHttpClient();
                var begun = browser.send(
                    HttpRequest.newBuilder(URI.create(url + "/oauth/login?return_to=/posts/7")).build(),
                    HttpResponse.BodyHandlers.ofString());
                String consent = begun.headers().firstValue("Location").orElseThrow();
                String cookie = begun.headers().firstValue("Set-Cookie").orElseThrow().split(";")[0];
                String back = from(c -> world.consent(consent, new ByName[0], "seller", c));
                var ended = browser.send(
                    HttpRequest.newBuilder(URI.create(back)).header("Cookie", cookie).build(), HttpResponse.BodyHandlers.ofString());
                assertEquals("/welcome", ended.headers().firstValue("Location").orElse(""), ended::body);
                String grant = grants.poll(30, TimeUnit.SECONDS);

                // The default of `grantOf` is the grant in the metadata.
                try (var user = platform.user(grant)) {
                    var subscription = new SubscriptionBuilder()
                        .eventType(SubscriptionType.NewMessageOnPost.INSTANCE)
                        .metadata(JsonValues.jsonText(Map.of("grant", grant)))
                        .build();
                    SubscriptionInfo ensured = user.subscriptions().ensure(subscription).join();
                    assertEquals(SubscriptionStatus.ACTIVE, ensured.getStatus());
                    assertEquals(SubscriptionType.NewMessageOnPost.INSTANCE, ensured.getSubscription().getEventType());
                }
                say(world, conversation, "Is it still there?");
                from(c -> world.waitForRequest("conversations.send", 1, c));
                assertEquals("Still there.", lastText(world, conversation));
            }
        }
    }

    @Test
    void anInboxCallsTheHandlersUntilItIsCancelled(World world) throws Exception {
        int port = freePort();
        configure(world, "http://127.0.0.1:" + port);
        var said = new LinkedBlockingQueue<String>();
        try (var platform = OpenPlatformAsync.create(settings -> settings.kotlin(world.getSettings()));
                var inbox = platform.inbox(new InboxOptionsBuilder().build())) {
            var hooks = new HooksAsync(platform, options -> options.inbox(inbox).handlerTimeout(Duration.ofSeconds(30)))
                .onNewChatbotMessage((event, context) -> said.add(((MessageContent.Text) event.getMessage().getContent()).getText()));
            CompletableFuture<Void> handling = hooks.run(2, Duration.ofSeconds(20));
            var login = new LoginRoutesAsync(platform, List.of(Scopes.USER_PHONE), (granted, request) -> null);
            try (var app = serve(port, hooks, login)) {
                say(world, chat(world), "hello");
                assertEquals("hello", said.poll(60, TimeUnit.SECONDS));
            }
            assertTrue(handling.cancel(true));
        }
    }

    private static OpenPlatformAsync receiver() {
        return OpenPlatformAsync.create(settings -> settings.environment(Map.of()).identificationKeys("identification-key-one"));
    }

    private static int post(HooksAsync hooks, String token) {
        var body = JsonValues.jsonText(Map.of("type", "POST_UPDATE", "post_update", Map.of("post", Map.of("token", token))));
        var headers = Map.of("Authorization", List.of("identification-key-one"), "Content-Type", List.of("application/json"));
        var bytes = new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8));
        return hooks.receive(IncomingRequests.of("POST", "/hooks/events", headers, null, bytes)).join().getStatus();
    }

    @Test
    void aClosedInboxWaitsForTheHandlersThatRun() throws Exception {
        var begun = new CountDownLatch(1);
        var mayEnd = new CountDownLatch(1);
        var ended = new LinkedBlockingQueue<String>();
        try (var platform = receiver(); var inbox = platform.inbox()) {
            var hooks = new HooksAsync(platform, options -> options.inbox(inbox)).onPostUpdate((event, context) -> {
                begun.countDown();
                mayEnd.await();
                ended.add(event.getUpdate().getPost().getToken());
            });
            CompletableFuture<Void> handling = hooks.run(1);
            assertEquals(200, post(hooks, "AAAAAAAA"));
            assertTrue(begun.await(60, TimeUnit.SECONDS));
            inbox.close();
            assertThrows(TimeoutException.class, () -> handling.get(500, TimeUnit.MILLISECONDS), "a handler runs");
            mayEnd.countDown();
            assertInstanceOf(ConfigException.class, assertThrows(CompletionException.class, handling::join).getCause());
            assertEquals(List.of("AAAAAAAA"), List.copyOf(ended));
        }
    }

    @Test
    void aClosedInboxInterruptsHandlersAfterTheTimeToDrain() throws Exception {
        var begun = new CountDownLatch(1);
        var interrupted = new CountDownLatch(1);
        try (var platform = receiver(); var inbox = platform.inbox()) {
            var hooks = new HooksAsync(platform, options -> options.inbox(inbox)).onPostUpdate((event, context) -> {
                begun.countDown();
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException end) {
                    interrupted.countDown();
                    throw end;
                }
            });
            CompletableFuture<Void> handling = hooks.run(1, Duration.ofMillis(200));
            assertEquals(200, post(hooks, "AAAAAAAA"));
            assertTrue(begun.await(60, TimeUnit.SECONDS));
            inbox.close();
            assertInstanceOf(ConfigException.class, assertThrows(CompletionException.class, handling::join).getCause());
            assertTrue(interrupted.await(60, TimeUnit.SECONDS));
        }
    }

    @Test
    void aHandlerWhoseStageFailsIsA500() {
        try (var platform = receiver()) {
            var hooks = new HooksAsync(platform).onPostUpdateAsync((event, context) -> switch (event.getUpdate().getPost().getToken()) {
                case "passes" -> CompletableFuture.completedFuture("ignored");
                case "fails" -> CompletableFuture.failedFuture(new IOException("of the app"));
                default -> throw new IOException("of the app");
            });
            assertEquals(200, post(hooks, "passes"));
            assertEquals(500, post(hooks, "fails"));
            assertEquals(500, post(hooks, "throws"));
        }
    }

    /** The address of the platform at which a login begins. */
    private static String begun(LoginRoutesAsync login, String query) {
        OutgoingReply reply = login.answer(IncomingRequests.ofLogin("GET", "/oauth/login", query, Map.of(), null)).join();
        assertEquals(303, reply.getStatus());
        return reply.getHeaders().stream().filter(it -> it.getFirst().equalsIgnoreCase("Location")).findFirst().orElseThrow().getSecond();
    }

    @Test
    void aLoginAsksForTheScopesOfAllOrForItsOwn(World world) {
        try (var platform = OpenPlatformAsync.create(settings -> settings.kotlin(world.getSettings()))) {
            var fixed = new LoginRoutesAsync(platform, List.of(Scopes.USER_PHONE), (granted, request) -> null);
            assertTrue(begun(fixed, "post=AAAAAAAA").contains("scope=USER_PHONE&"), () -> begun(fixed, ""));
            var own = new LoginRoutesAsync(
                platform, request -> List.of(Scopes.postAddonCreate(request.parameter("post"))), (granted, request) -> null);
            assertTrue(begun(own, "post=AAAAAAAA").contains("scope=POST_ADDON_CREATE.AAAAAAAA&"), () -> begun(own, "post=AAAAAAAA"));
        }
    }

    @Test
    void aHandlerThatFailsIsA500AndOneThatBlocksIsInterrupted() {
        var interrupted = new LinkedBlockingQueue<String>();
        try (var platform = receiver()) {
            var hooks = new HooksAsync(platform, options -> options.handlerTimeout(Duration.ofMillis(300)))
                .onPostUpdate((event, context) -> {
                    assertEquals("key-1", context.keyId());
                    switch (event.getUpdate().getPost().getToken()) {
                        case "fails" -> throw new IOException("of the app");
                        case "waits" -> CompletableFuture.failedFuture(new IOException("of the app")).join();
                        case "blocks" -> {
                            try {
                                new CountDownLatch(1).await();
                            } catch (InterruptedException end) {
                                interrupted.add("blocks");
                                throw end;
                            }
                        }
                        default -> { }
                    }
                });
            assertEquals(200, post(hooks, "passes"));
            assertEquals(500, post(hooks, "fails"));
            assertEquals(500, post(hooks, "waits"));
            assertEquals(500, post(hooks, "blocks"));
            assertEquals(List.of("blocks"), List.copyOf(interrupted));
            assertThrows(ConfigException.class, () -> hooks.onPostUpdateAsync((event, context) -> null), "there is a handler already");
        }
    }

    /** Tokens of a user, whose access token has ended: so a keeper refreshes the grant at once. */
    private static Tokens tokens(World world, String user) {
        var scopes = List.of("USER_PHONE", "offline_access");
        TokenPair issued = from(c -> world.issueTokens(user, scopes, c));
        return new Tokens(issued.getAccessToken(), issued.getRefreshToken(), Instant.now(), scopes);
    }

    @Test
    void theKeeperReportsUntilItIsCancelledOrFails(World world, OpenPlatform client) throws Exception {
        var platform = OpenPlatformAsync.of(client);
        GrantInfo grant = platform.grants().adopt(tokens(world, "seller"), "user-7").join();
        var reports = new LinkedBlockingQueue<KeeperReport>();
        var threads = new LinkedBlockingQueue<Thread>();
        CompletableFuture<Void> keeper = platform.keeper(report -> {
            threads.add(Thread.currentThread());
            reports.add(report);
        }, Duration.ofSeconds(1));
        var report = assertInstanceOf(KeeperReport.Refreshed.class, reports.poll(60, TimeUnit.SECONDS));
        assertEquals(grant.getKey(), report.getGrant());
        assertFalse(threads.contains(Thread.currentThread()));
        assertTrue(keeper.cancel(true));
        platform.grants().adopt(tokens(world, "buyer"), "user-8").join();
        var failing = platform.keeper(it -> {
            throw new IllegalStateException("of the app");
        }, Duration.ofSeconds(1));
        assertEquals("of the app", assertThrows(CompletionException.class, failing::join).getCause().getMessage());
        var wrong = platform.keeper(it -> {}, Duration.ofSeconds(-1));
        assertInstanceOf(InvalidInputException.class, assertThrows(CompletionException.class, wrong::join).getCause());
    }
}
