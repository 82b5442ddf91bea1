// Calls and settings that need a secret are not available on the types for phones: each line with a comment must fail to
// compile with the error in the comment, and no other error may occur. `tests/run swift` checks this.
import OpenPlatform

func onAPhone(app: OpenPlatformApp, settings: AppSettings) async throws {
    _ = try await app.user.users.me()
    _ = app.oauth  // error: value of type 'OpenPlatformApp' has no member 'oauth'
    _ = app.grants  // error: value of type 'OpenPlatformApp' has no member 'grants'
    _ = app.users  // error: value of type 'OpenPlatformApp' has no member 'users'
    _ = app.addons  // error: value of type 'OpenPlatformApp' has no member 'addons'
    _ = app.semantics  // error: value of type 'OpenPlatformApp' has no member 'semantics'
    _ = app.chatbot  // error: value of type 'OpenPlatformApp' has no member 'chatbot'
    _ = app.legacy  // error: value of type 'OpenPlatformApp' has no member 'legacy'
    _ = app.request  // error: value of type 'OpenPlatformApp' has no member 'request'
    _ = app.keeper  // error: value of type 'OpenPlatformApp' has no member 'keeper'
    _ = app.user.chatbot  // error: value of type 'AppUser' has no member 'chatbot'
    _ = app.user.events  // error: value of type 'AppUser' has no member 'events'
    _ = app.user.subscriptions  // error: value of type 'AppUser' has no member 'subscriptions'
    _ = app.user.legacy  // error: value of type 'AppUser' has no member 'legacy'
    settings.apiKey(key: "key")  // error: value of type 'AppSettings' has no member 'apiKey'
    settings.clientSecret(secret: "secret")  // error: value of type 'AppSettings' has no member 'clientSecret'
    settings.identificationKeys(keys: [])  // error: value of type 'AppSettings' has no member 'identificationKeys'
}
