//! Every call of the endpoint table by its name, with arguments as `tests/vectors` writes them.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use open_platform::api::Upload;
use open_platform::client::User;
use open_platform::{Json, OpenPlatform, Result};
use serde::de::DeserializeOwned;
use serde_json::Value;

struct Arguments<'a>(&'a Value);

impl Arguments<'_> {
    fn text(&self, name: &str) -> &str {
        self.0[name].as_str().unwrap_or_else(|| panic!("{name} in {}", self.0))
    }

    /// A data type, from its JSON form.
    fn model<T: DeserializeOwned>(&self, name: &str) -> Result<T> {
        Json::from(self.0[name].clone()).to_input()
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        STANDARD.decode(self.text(name)).unwrap()
    }
}

/// Makes a call of the endpoint table by its name. Returns the result in its JSON form.
#[allow(deprecated, reason = "the calls for old apps are tested, too")]
pub async fn call(platform: &OpenPlatform, user: &User, name: &str, arguments: &Value) -> Result<Value> {
    let with = Arguments(arguments);
    macro_rules! calls {
        ($class:ident: $(
            $exported:ident($($argument:ident: $type:tt),* $(; $option:ident)?) -> $result:tt =
                $endpoint:literal |$client:ident| $area:expr => $method:ident;
        )+) => {$(
            if name == $endpoint {
                let $client = calls!(@client $class);
                return Ok(serde_json::to_value($area.$method($(calls!(@given $argument $type)),*).await?).unwrap());
            }
        )+};
        (@client Platform) => { platform };
        (@client PlatformUser) => { user };
        (@given $argument:ident PostToken) => { with.text("post_token") };
        (@given $argument:ident ConversationId) => { with.text("conversation_id") };
        (@given $argument:ident UserId) => { with.text("user_id") };
        (@given $argument:ident BusinessToken) => { with.text("business_token") };
        (@given $argument:ident RecordId) => { with.text("id") };
        (@given $argument:ident Phone) => { with.text("phone") };
        (@given $argument:ident String) => { with.text(stringify!($argument)) };
        (@given $argument:ident Secret) => { with.text(stringify!($argument)) };
        (@given $argument:ident Upload) => { Upload::bytes(with.bytes(concat!(stringify!($argument), "_base64"))) };
        (@given $argument:ident $model:ident) => { with.model(stringify!($argument))? };
    }
    open_platform::each_call!(server calls);
    panic!("{name} has no runner")
}
