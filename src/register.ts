import { type Probot, run } from 'probot'

/**
 * `npm run register`: Probot's set-up page, which creates the GitHub App from app.yml and writes `.env`. Its import
 * route is not authenticated, so it listens on this machine only and never runs in production.
 */
if (process.env.NODE_ENV === 'production') {
  console.error('claimwarden: the set-up page can write .env and never runs in production')
  process.exit(1)
}
process.env.HOST = 'localhost'
process.env.NO_SMEE_SETUP ??= 'true'
await run((_app: Probot) => {
  console.info('claimwarden: the credentials are there already; start it with npm start')
  process.exit(0)
})
