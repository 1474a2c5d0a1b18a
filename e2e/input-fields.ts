/** A field, or another element that reacts to keys. */
type InputField = {
  path: string
  /** Presses before the test: names of buttons, or `^` and a key for a press with Ctrl. */
  open?: string[]
  /** The form is open from the start if the browser has stored text for it. */
  opensForDraft?: true
  field: string
  words?: string
  /** The tested keys. `^` before a key means with Ctrl. */
  keys: string[]
}

export const inputFields: Record<string, InputField> = {
  'the report': {
    path: '/',
    open: ['日報を書く'],
    field: '[data-panel] textarea',
    words: '設計',
    keys: ['Escape', '^Enter'],
  },
  'the palette': {
    path: '/',
    open: ['^k'],
    field: 'dialog [role=combobox]',
    words: '月報',
    keys: ['ArrowDown', 'Enter'],
  },
  'a mention': {
    path: '/',
    open: ['コメント'],
    field: 'form textarea',
    words: '@',
    keys: ['ArrowDown', 'Enter', 'Escape'],
  },
  'a comment': { path: '/', open: ['コメント'], field: 'form textarea', words: '計画', keys: ['Escape', '^Enter'] },
  'the addresses to invite': {
    path: '/team',
    open: ['メンバーを招待'],
    field: 'form textarea',
    words: 'hana@example.com、',
    keys: ['^Enter', 'Escape'],
  },
  'the search': { path: '/search', field: '[role=searchbox]', words: '計画', keys: ['Escape'] },
  'the member of a search': {
    path: '/search',
    open: ['メンバー'],
    field: '[popover] [role=combobox]',
    keys: ['ArrowDown', 'Enter'],
  },
  'the frequent tasks': {
    path: '/settings?tab=frequent-tasks',
    open: ['タスクを登録'],
    opensForDraft: true,
    field: 'form textarea',
    words: '朝会',
    keys: ['Escape', '^Enter'],
  },
  'the profile': {
    path: '/settings',
    open: ['プロフィールを編集'],
    field: 'form input',
    words: '佐伯',
    keys: ['Escape'],
  },
  'a holiday': {
    path: '/team?tab=calendar',
    open: ['祝日を追加'],
    field: 'form input:not([type=date])',
    words: '創立',
    keys: ['Escape'],
  },
  'a new password': {
    path: '/settings',
    open: ['パスワードを変更する'],
    field: 'form input[autocomplete=new-password]',
    keys: ['Escape'],
  },
  'a tab': { path: '/settings', field: '[role=tab][aria-selected=true]', keys: ['ArrowRight'] },
  'a day': { path: '/', field: '[data-date][tabindex="0"]', keys: ['ArrowLeft'] },
  'the page': { path: '/', field: 'main', keys: ['n', 'ArrowLeft'] },
}
