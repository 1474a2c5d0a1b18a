import type { Language } from '#contract/languages.ts'
import { branchesOf } from './branches.ts'

const list = (words: string) => words.split(' ')

/** Frequent words of each language in Latin letters that no other language of the product uses. */
const stopWords: Partial<Record<Language, readonly string[]>> = {
  en: list(
    'the this your you and with are has have be can of to that not what when which their they we it’s isn’t aren’t can’t couldn’t ' +
      'don’t didn’t for from again about reports comments blockers days changed if by as here new load write create choose choosing ' +
      'delete deleted save saved show sent log off more next until only once what’s add added remove removed set used joined',
  ),
  de: list(
    'der das und nicht ist sind sich werden wird wurde wurden von für auf zu mit kein keine keinen ein eine einen dieser diese ' +
      'dieses diesem oder wenn noch schon nur kann können konnte konnten Ihr Ihre Ihren Sie Bericht Berichte Hindernis Mitglied',
  ),
  fr: list(
    'les votre vos vous à est pas pour dans une cette en plus que ou avec du par peut sont déjà aucun aucune ici encore depuis ' +
      'être équipe rapport rapports jour jours envoyé impossible son sans tout tous voir mot passe lien semaine mois membre membres ' +
      'créer créé modifier modifié enregistrer supprimer supprimé ajouter ajouté fermer afficher choisir choisissez connexion',
  ),
  it: list(
    'è di questo questa questi Suo Sua Suoi può del della delle dei nel nella che con una più sono ancora nessun nessuno già lo gli ' +
      'giorno giorni inviato impossibile ha stato stata su altro altri tutto tutti senza nuovo nuova ora oggi ieri mese settimana ' +
      'membro nome invito accesso invia invio crea creato modifica elimina eliminato salva apri chiudi aggiungi cerca scegli mostra riprovi',
  ),
  et: list(
    'ei ja teie te kui selle seda pole saa saab veel või oma uuesti õnnestunud aruanne aruanded aruannet meeskonna meeskond päev ' +
      'juba enam mida ainult siin kuni liige liikme kõik täna eile kuu nädal tagasi sisse välja parool parooli aadress kutse märki ' +
      'pärast kustuta salvesta lisa muuda vali näita ava loo kirjuta otsi eemalda sulge andmed kasutatud',
  ),
}

/** Letters outside of A to Z that a language uses. */
const letters: Partial<Record<Language, string>> = {
  en: '',
  de: 'äöüß',
  fr: 'àâæçéèêëîïôœùûüÿ',
  it: 'àèéìòù',
  et: 'äõöüšž',
}

/** The Han characters of a language's own legacy encoding, by the ranges of its two bytes. */
const encodings: Partial<Record<Language, { label: string; first: readonly number[]; second: readonly number[] }>> = {
  ja: { label: 'shift_jis', first: [0x88, 0xea], second: [0x40, 0xfc] },
  'zh-cn': { label: 'gbk', first: [0xb0, 0xf7], second: [0xa1, 0xfe] }, // the part of GBK that is GB 2312
  'zh-tw': { label: 'big5', first: [0xa4, 0xc6], second: [0x40, 0xfe] },
}
const charactersOf = new Map(
  Object.entries(encodings).map(([language, { label, first, second }]) => {
    const decoder = new TextDecoder(label)
    const characters = new Set<string>()
    for (let high = first[0]!; high <= first[1]!; high += 1)
      for (let low = second[0]!; low <= second[1]!; low += 1) characters.add(decoder.decode(Uint8Array.of(high, low)))
    return [language, characters]
  }),
)

/** Characters of Chinese sentences that Japanese ones do not use, although the encoding of Japanese has them. */
const chineseWords = /[您這沒於與們還]/u
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u

/** Finds Chinese in a Japanese text: Chinese words, or five Han characters in a row and no kana anywhere. */
const chineseIn = (text: string) =>
  chineseWords.exec(text) ?? (kana.test(text) ? null : /\p{Script=Han}{5,}/u.exec(text)) ?? []

const foreignStopWords = (language: Language) =>
  new Set(
    Object.entries(stopWords)
      .filter(([other]) => other !== language)
      .flatMap(([, words]) => words.map((word) => word.toLowerCase())),
  )

/** Returns the words and letters of a text that belong to another language than its own. */
export function foreignIn(language: Language, text: string): string[] {
  const foreign = foreignStopWords(language)
  const found = branchesOf(text).flatMap((branch) => {
    const spoken = branch.replaceAll(/\{\w+\}|<\/?\w+>|https?:\/\/\S+|#\w+/gu, ' ')
    const words = spoken.match(/[\p{Script=Latin}\p{M}]+(?:’\p{Script=Latin}+)?/gu) ?? []
    const ordinary = words.filter((word) => !/^\p{Lu}{2,}$/u.test(word)) // MIT and SMTP are names
    const stops = ordinary.filter((word) => foreign.has(word.toLowerCase()))
    return stops.concat(lettersOf(language, spoken), language === 'ja' ? chineseIn(spoken) : [])
  })
  return [...new Set(found)]
}

function lettersOf(language: Language, text: string): string[] {
  const own = letters[language]
  const han = charactersOf.get(language)
  return (text.match(/\p{L}/gu) ?? []).filter((letter) => {
    if (/\p{Script=Latin}/u.test(letter))
      return own !== undefined && !/[a-z]/iu.test(letter) && !own.includes(letter.toLowerCase())
    if (/\p{Script=Han}/u.test(letter)) return !han?.has(letter)
    return language !== 'ja' || !/[\p{Script=Hiragana}\p{Script=Katakana}ー]/u.test(letter)
  })
}

/** Words that a text may have although they belong to another language, by the key of the text. */
type Allowed = Readonly<Record<string, readonly string[]>>

/** Returns the texts with words or letters of another language, and the texts that are copies of the English text. */
export function foreignTexts(
  language: Language,
  texts: ReadonlyMap<string, string>,
  english: ReadonlyMap<string, string>,
  allowed: Allowed = {},
): string[] {
  return [...texts].flatMap(([key, text]) => {
    const found = foreignIn(language, text).filter((word) => !allowed[key]?.includes(word))
    if (found.length > 0) return [`${key} has ‘${found.join('’, ‘')}’, which is of another language`]
    const isEnglish = language !== 'en' && text === english.get(key) && hasTwoWords(text)
    return isEnglish && !allowed[key]?.includes(text) ? [`${key} is the English text: ${text}`] : []
  })
}

const hasTwoWords = (text: string) => /\p{Ll} +\p{Script=Latin}/u.test(text.replaceAll(/\{\w+\}/gu, ''))
