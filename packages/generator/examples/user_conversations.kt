user.conversations.send(conversation, text = "Your courier is ready.") {
    receiver { row { link("Pay", url = "https://app.example/pay/7") } }
}
