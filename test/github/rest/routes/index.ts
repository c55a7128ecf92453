import type { Routes } from '../route.ts'
import { appRoutes, metaRoutes } from './apps.ts'
import { checkRoutes } from './checks.ts'
import { commentRoutes, issueRoutes } from './issues.ts'
import { pullRoutes } from './pulls.ts'
import { repositoryRoutes } from './repositories.ts'

/** Every REST operation that the simulation answers. */
export const routes: Routes = {
  ...appRoutes,
  ...metaRoutes,
  ...repositoryRoutes,
  ...checkRoutes,
  ...pullRoutes,
  ...issueRoutes,
  ...commentRoutes,
}
