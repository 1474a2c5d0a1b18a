import { formDraftKind } from '../../api/use-kept-form.ts'
import { openDrafts } from '../../lib/drafts/draft.ts'

export const taskDrafts = openDrafts({ ...formDraftKind, name: 'asakai_tasks' })
