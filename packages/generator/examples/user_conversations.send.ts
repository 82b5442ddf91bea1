await user.conversations.send(id, 'Your courier is ready.', { receiver: [[button.link('Pay', { url: 'https://app.example/7' })]] })
