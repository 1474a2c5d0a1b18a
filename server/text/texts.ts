import { createTranslator } from 'use-intl/core'
import type { Language } from '#contract/languages.ts'
import de from '../../locales/de.json' with { type: 'json' }
import en from '../../locales/en.json' with { type: 'json' }
import et from '../../locales/et.json' with { type: 'json' }
import fr from '../../locales/fr.json' with { type: 'json' }
import it from '../../locales/it.json' with { type: 'json' }
import ja from '../../locales/ja.json' with { type: 'json' }
import zhCn from '../../locales/zh-cn.json' with { type: 'json' }
import zhTw from '../../locales/zh-tw.json' with { type: 'json' }

const translator = (locale: Language, messages: typeof ja) => createTranslator({ locale, messages })

const translators = {
  ja: translator('ja', ja),
  en: translator('en', en),
  de: translator('de', de),
  fr: translator('fr', fr),
  it: translator('it', it),
  'zh-cn': translator('zh-cn', zhCn),
  'zh-tw': translator('zh-tw', zhTw),
  et: translator('et', et),
} satisfies Record<Language, unknown>

/** Returns the translator for a language, with the same catalogues as in the browser. */
export const texts = (language: Language) => translators[language]
