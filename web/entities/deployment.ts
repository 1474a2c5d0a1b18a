import type { Deployment } from '#contract/deployment.ts'
import { api } from '../api/client.ts'

/** Fetches the features of this server: ways to sign in, services, email. The request needs no session. */
export const fetchDeployment = () => api.anonymous.get<Deployment>('/deployment')

/** The query for members' screens. The screens before sign-in use `useDeployment`, which needs no query client. */
export const deploymentQuery = { queryKey: ['deployment'], queryFn: fetchDeployment }
