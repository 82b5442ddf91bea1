package io.github.openplatformsdk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.openplatformsdk.java.AppGatewayAsync;
import io.github.openplatformsdk.java.BlockingDedupe;
import io.github.openplatformsdk.java.BlockingRecordStore;
import io.github.openplatformsdk.java.HookOptions;
import io.github.openplatformsdk.java.HooksAsync;
import io.github.openplatformsdk.java.IncomingRequests;
import io.github.openplatformsdk.java.OpenPlatformAsync;
import io.github.openplatformsdk.java.RawRequestBuilder;
import io.github.openplatformsdk.java.RecordStores;
import io.github.openplatformsdk.java.SuspendingCall;
import io.github.openplatformsdk.java.SuspendingCalls;
import io.github.openplatformsdk.testing.SandboxExtension;
import io.github.openplatformsdk.testing.World;
import io.github.openplatformsdk.testing.admin.SandboxPost;
import io.github.openplatformsdk.testing.admin.TokenPair;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a backend in Java brings itself: stores, and the backend of phones. */
@ExtendWith(SandboxExtension.class)
@Timeout(120)
class JavaBackendTest {
    private static final String KEY = "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";

    private static <T> T from(SuspendingCall<T> call) {
        return SuspendingCalls.future(call).join();
    }

    private static Throwable failure(Runnable call) {
        return assertThrows(CompletionException.class, call::run).getCause();
    }

    /** A simple store of an app. */
    private static class MapStore implements BlockingRecordStore {
        private final TreeMap<String, StoredRecord> records =
            new TreeMap<>((a, b) -> Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8)));

        @Override
        public synchronized StoredRecord get(String kind, String key) throws Exception {
            return records.get(kind + "/" + key);
        }

        @Override
        public synchronized boolean put(String kind, String key, Long expected, byte[] value) {
            StoredRecord present = records.get(kind + "/" + key);
            if (present == null ? expected != null : expected == null || present.getVersion() != expected) return false;
            records.put(kind + "/" + key, new StoredRecord(key, expected == null ? 1 : expected + 1, value));
            return true;
        }

        @Override
        public synchronized boolean delete(String kind, String key, long expected) {
            StoredRecord present = records.get(kind + "/" + key);
            return present != null && present.getVersion() == expected && records.remove(kind + "/" + key, present);
        }

        @Override
        public synchronized List<StoredRecord> scan(String kind, String prefix, String after, int limit) {
            String begin = kind + "/" + prefix;
            return records.tailMap(after == null ? begin : kind + "/" + after, after == null).entrySet().stream()
                .dropWhile(it -> records.comparator().compare(it.getKey(), begin) < 0)
                .takeWhile(it -> it.getKey().startsWith(begin)).limit(limit).map(Map.Entry::getValue).toList();
        }
    }

    private static OpenPlatformAsync platform(World world, BlockingRecordStore store) {
        return OpenPlatformAsync.create(settings -> settings.kotlin(world.getSettings()).store(store).storeKeys(KEY));
    }

    private static Tokens tokens(World world, String user) {
        var scopes = List.of("USER_PHONE", "offline_access");
        TokenPair issued = from(c -> world.issueTokens(user, scopes, c));
        return new Tokens(issued.getAccessToken(), issued.getRefreshToken(), Instant.now().plusSeconds(3600), scopes);
    }

    @Test
    void aStoreIsTested() {
        assertEquals(List.of(), RecordStores.conformance(new MapStore()).join());
        var forgetful = new MapStore() {
            @Override
            public synchronized boolean put(String kind, String key, Long expected, byte[] value) {
                super.put(kind, key, expected, value);
                return true;
            }
        };
        assertFalse(RecordStores.conformance(forgetful).join().isEmpty());
    }

    @Test
    void grantsAreKeptInAStoreOfTheApp(World world) {
        var store = new MapStore();
        String grant;
        try (var platform = platform(world, store)) {
            grant = platform.grants().adopt(tokens(world, "seller"), "user-7").join().getKey();
        }
        try (var platform = platform(world, store); var user = platform.user(grant)) {
            assertEquals(List.of(grant), platform.grants().list().join().stream().map(GrantInfo::getKey).toList());
            try (var grants = platform.grants().iterate()) {
                assertEquals(List.of(grant), grants.map(GrantInfo::getKey).toList());
            }
            assertNotNull(user.users().me().join().getPhoneNumber());
        }
    }

    @Test
    void aStoreThatFailsIsTheCauseOfTheError(World world) {
        var broken = new MapStore() {
            @Override
            public synchronized StoredRecord get(String kind, String key) throws Exception {
                throw new IOException("of the app");
            }
        };
        try (var platform = platform(world, broken); var user = platform.user("4f7a0000-0000-4000-8000-000000000001")) {
            var error = assertInstanceOf(StoreException.class, failure(() -> user.users().me().join()));
            assertEquals("of the app", assertInstanceOf(IOException.class, error.getCause()).getMessage());
        }
    }

    private static int post(HooksAsync hooks, String key) {
        var body = "{\"type\":\"POST_UPDATE\",\"post_update\":{\"post\":{\"token\":\"AAAAAAAA\"}}}".getBytes(StandardCharsets.UTF_8);
        var headers = Map.of("Authorization", List.of(key), "Content-Type", List.of("application/json"));
        var request = IncomingRequests.of("POST", "/hooks/events", headers, null, new ByteArrayInputStream(body));
        return hooks.receive(request).join().getStatus();
    }

    /** A logger of the app. */
    private static class Log implements System.Logger {
        private final StringBuffer text = new StringBuffer();

        @Override
        public String getName() {
            return "app";
        }

        @Override
        public boolean isLoggable(Level level) {
            return level != Level.DEBUG;
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {
            text.append(message);
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String format, Object... parameters) {
            text.append(List.of(parameters));
        }
    }

    /** How many of two equal events are handled. */
    private static int handled(Consumer<HookOptions> options) {
        var handled = new ArrayList<String>();
        try (var platform = OpenPlatformAsync.create(it -> it.environment(Map.of()).identificationKeys("identification-key-one"))) {
            var hooks = new HooksAsync(platform, options)
                .onPostUpdate((event, context) -> handled.add(event.getUpdate().getPost().getToken()));
            assertEquals(200, post(hooks, "identification-key-one"));
            assertEquals(200, post(hooks, "identification-key-one"));
            assertEquals(401, post(hooks, "another-key"));
        }
        return handled.size();
    }

    @Test
    void repeatedEventsAreRememberedByTheApp() {
        Set<String> keys = ConcurrentHashMap.newKeySet();
        var dedupe = new BlockingDedupe() {
            @Override
            public boolean remember(String key, Duration window) {
                return keys.add(key);
            }

            @Override
            public void forget(String key) {
                keys.remove(key);
            }
        };
        var log = new Log();
        assertEquals(1, handled(options -> options.dedupe(dedupe).logger(log)));
        assertFalse(keys.isEmpty());
        assertTrue(log.text.toString().contains("refused"), log.text::toString);
        assertEquals(1, handled(options -> {}));
        assertEquals(2, handled(HookOptions::withoutDedupe));
    }

    private static List<SandboxPost> posts(World world) {
        return from(c -> world.posts("seller", c));
    }

    private static OutgoingReply ask(AppGatewayAsync gateway, String method, String path, Map<String, List<String>> headers) {
        return gateway.receive(IncomingRequests.of(method, path, headers, null, new ByteArrayInputStream(new byte[0])), () -> "user-7")
            .join();
    }

    @Test
    void phonesUseTheBackend(World world) {
        try (var platform = OpenPlatformAsync.create(settings -> settings.kotlin(world.getSettings()))) {
            var gateway = new AppGatewayAsync(platform, options -> options.keys("6b".repeat(32)).lifetime(Duration.ofMinutes(5)));
            assertEquals(412, ask(gateway, "POST", "/access", Map.of()).getStatus());
            String grant = platform.grants().adopt(tokens(world, "seller"), "user-7").join().getKey();
            assertEquals(200, ask(gateway, "POST", "/access", Map.of()).getStatus());

            String path = "/api/v1/open-platform/finder/post/" + posts(world).get(0).getToken();
            assertEquals(401, ask(gateway, "GET", path, Map.of()).getStatus());
            for (AppAccess access : List.of(gateway.access(grant), gateway.accessOf("user-7").join())) {
                assertEquals("AppAccess(expiresIn=5m)", access.toString());
                var token = Map.of("Authorization", List.of("Bearer " + access.getToken()));
                var reply = ask(gateway, "GET", path, token);
                assertEquals(200, reply.getStatus(), () -> new String(reply.getBody(), StandardCharsets.UTF_8));
            }
            assertInstanceOf(ReauthRequiredException.class, failure(() -> gateway.accessOf("user-8").join()));
        }
    }

    @Test
    void aResponseIsReadInPieces(World world, OpenPlatform client) throws Exception {
        var platform = OpenPlatformAsync.of(client);
        var request = new RawRequestBuilder("GET", "v1", "open-platform", "finder", "post", posts(world).get(0).getToken()).build();
        byte[] whole = platform.request(request).join().getBody();
        try (var response = platform.stream(request).join(); var body = response.body()) {
            assertEquals(200, response.status());
            assertTrue(response.headers().get("content-type").startsWith("application/json"));
            assertArrayEquals(whole, body.readAllBytes());
            assertNull(response.nextChunk().join());
        }
    }
}
