//! Checks of values that only a server sends.

use open_platform::model::event::Subscription;
use open_platform::model::finder::PostSearch;
use open_platform::model::message::BotMessage;
use open_platform::model::start::{DynamicActionReply, StartReply};

use crate::checks::checks;
use crate::errors::Result;

checks!(
    check_bot_message(BotMessage),
    check_post_search(PostSearch),
    check_subscription(Subscription),
    check_start_reply(StartReply),
    check_dynamic_action_reply(DynamicActionReply),
);
