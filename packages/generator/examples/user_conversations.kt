user.conversations.send(conversation, "Your courier is ready.") {
    receiver { row { link("Pay", "https://app.example/pay/7") } }
}
