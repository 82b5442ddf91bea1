//! The smallest app that receives requests of the platform: it replies to messages of users to the app's chatbot, and opens
//! its own page when a user clicks a link of the app.

use open_platform::OpenPlatform;
use open_platform::hooks::{ChatbotMessage, Context};
use open_platform::model::start::StartReply;
use open_platform_examples::{log_to_stderr, public_url, serve};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    log_to_stderr();
    let hooks = OpenPlatform::from_env()?
        .hooks()?
        .on(async |message: ChatbotMessage, context: Context| {
            if let (Some(text), false) = (message.0.text(), message.0.is_from_bot()) {
                context.reply(format!("You said: {text}")).await?;
            }
            Ok(())
        })
        .on_start(async |_, _| Ok(StartReply::new(format!("{}/welcome", public_url()))));
    serve(hooks.router()).await
}
