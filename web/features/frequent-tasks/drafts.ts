import { formDraftKind } from '../../api/use-stored-form.ts'
import { openDrafts } from '../../storage/drafts/draft.ts'

export const taskDrafts = openDrafts({ ...formDraftKind, name: 'asakai_tasks' })
