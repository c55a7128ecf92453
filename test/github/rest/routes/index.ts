import type { Routes } from '../route.ts'
import { appRoutes, metaRoutes } from './apps.ts'
import { checkRoutes } from './checks.ts'
import { gitRoutes } from './git-objects.ts'
import { commentRoutes, issueRoutes } from './issues.ts'
import { pullRoutes } from './pulls.ts'
import { repositoryRoutes } from './repositories.ts'

/** Every REST operation that the simulation answers. */
export const routes: Routes = {
  ...appRoutes,
  ...metaRoutes,
  ...repositoryRoutes,
  ...gitRoutes,
  ...checkRoutes,
  ...pullRoutes,
  ...issueRoutes,
  ...commentRoutes,
}
