/** `tests/vectors`: the behaviour that every package of this SDK shares. */
import { test } from 'node:test'

import { everyFileHasARunner } from './vectors/cases.js'
import './vectors/answers.js'
import './vectors/app.js'
import './vectors/incoming.js'
import './vectors/login.js'
import './vectors/outgoing.js'
import './vectors/plain.js'
import './vectors/records.js'
import './vectors/redaction.js'

test('every file of vectors has a runner', everyFileHasARunner)
