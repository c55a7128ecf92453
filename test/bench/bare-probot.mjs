import { pino } from 'pino'
import { Probot, Server } from 'probot'

/** Probot as it comes, with a handler that does nothing: what a webhook costs at least. */
const log = pino({ level: 'warn' })
const server = new Server({
  host: '127.0.0.1',
  port: Number(process.env.PORT),
  log,
  Probot: Probot.defaults({
    appId: 1,
    privateKey: process.env.PRIVATE_KEY,
    secret: process.env.WEBHOOK_SECRET,
    log,
  }),
})
await server.load((app) => {
  app.on('issues', () => {})
})
await server.start()
