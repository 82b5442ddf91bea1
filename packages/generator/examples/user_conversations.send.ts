await user.conversations.send(id, 'Your courier is ready.', { receiver: [[button.link('Pay', 'https://app.example/7')]] })
