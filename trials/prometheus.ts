// Lets Debian's Prometheus scrape the real server with the configuration of docs/metrics.md. Every query of the
// dashboard and every alert rule must be valid. Each alert must fire on invented figures, and AsakaiDown on a server
// that has really ended.
import { execFileSync, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startServer, stopServer } from '../bench/server.ts'
import { freePort } from '../server/testing/free-port.ts'
import { conclude, inFolder } from './testing/trial.ts'

const timeoutMs = 60_000 // milliseconds for Prometheus to notice a change
const rules = readFileSync('deploy/prometheus/alerts.yml', 'utf8')
const dashboard = readFileSync('deploy/grafana/asakai.json', 'utf8')
const example = /^ {4}scrape_configs:\n(?: {6}.*\n)+/mu.exec(readFileSync('docs/metrics.md', 'utf8'))![0]
const token = 'a-token-of-the-trial'

/** The figures for each alert, minute by minute; counters begin at 0. */
const figures: Record<string, Record<string, string>> = {
  AsakaiDown: { 'up{job="asakai"}': '0x90' },
  AsakaiFailing: { 'http_request_duration_seconds_count{job="asakai", status="500"}': '0+60x90' },
  AsakaiBackupOld: { asakai_backup_age_seconds: '100001x90' },
  AsakaiDatabaseWaiting: { asakai_database_waiting: '1x90' },
  AsakaiQueueStopped: { asakai_job_oldest_seconds: '601x90' },
  AsakaiDeliveriesDead: { 'asakai_deliveries_total{outcome="dead"}': '0+1x90' },
  AsakaiMailsFailing: { 'asakai_mails_total{outcome="failed"}': '0+1x90' },
  AsakaiRefreshTokenReused: { 'asakai_events_total{event="refresh_token_reused"}': '0+1x90' },
  AsakaiPasswordsGuessed: { 'asakai_events_total{event="sign_in_refused"}': '0+20x90' },
}

await inFolder('prometheus', async (folder) => {
  const names = [...rules.matchAll(/alert: (\w+)/gu)].map(([, name]) => name!)
  const fired = names.filter((name) => firesOnFigures(folder, name))

  const [port, at] = [await freePort(), await freePort()]
  const server = await startServer({
    DATA_DIR: join(folder, 'data'),
    HOST: '127.0.0.1',
    PORT: String(port),
    METRICS_TOKEN: token,
  })
  const address = startPrometheus(folder, port, at)
  const ask = async <T>(path: string): Promise<T | undefined> => {
    const answer = await fetch(`${address}/api/v1/${path}`).catch(() => undefined)
    return answer?.ok ? ((await answer.json()) as { data: T }).data : undefined
  }
  const isUp = await comes(async () => {
    const found = await ask<{ activeTargets: { health: string }[] }>('targets')
    return found?.activeTargets.every(({ health }) => health === 'up') && found.activeTargets.length === 1
  })
  const queries = [...dashboard.matchAll(/"expr": ("(?:[^"\\]|\\.)*")/gu)].map(
    ([, text]) => JSON.parse(text!) as string,
  )
  const refused: string[] = []
  for (const query of queries) {
    const known = query.replaceAll('$__rate_interval', '1m').replaceAll('$job', 'asakai')
    if (!(await ask(`query?query=${encodeURIComponent(known)}`))) refused.push(query)
  }
  const areWell = await comes(async () => {
    const found = await ask<{ groups: { rules: { health: string }[] }[] }>('rules')
    const all = found?.groups.flatMap((group) => group.rules) ?? []
    return all.length === names.length && all.every(({ health }) => health === 'ok')
  })
  await stopServer(server)
  const isAlerted = await comes(async () => {
    const found = await ask<{ alerts: { labels: { alertname: string }; state: string }[] }>('alerts')
    return found?.alerts.some(({ labels, state }) => labels.alertname === 'AsakaiDown' && state === 'firing')
  })
  conclude(`${names.length} alerts, ${fired.length} of them fire; ${queries.length} queries of the dashboard`, {
    'the example of the page reaches the server': isUp,
    [`every alert fires, but ${names.filter((name) => !fired.includes(name)).join(', ')}`]:
      fired.length === names.length && fired.length > 0,
    [`every query of the dashboard is understood, but ${refused.join('; ')}`]:
      refused.length === 0 && queries.length > 0,
    'every alert rule is evaluated': areWell,
    'a server that has ended is told of': isAlerted,
  })
})

/** Returns whether Prometheus's own tool says that the alert fires after 80 minutes of its figures. */
function firesOnFigures(folder: string, name: string): boolean {
  const input_series = Object.entries(figures[name] ?? {}).map(([series, values]) => ({ series, values }))
  const file = join(folder, `${name}.json`)
  const expr = `count(ALERTS{alertname="${name}", alertstate="firing"})`
  const tests = [{ expr, eval_time: '80m', exp_samples: [{ labels: '{}', value: 1 }] }]
  const test = { interval: '1m', input_series, promql_expr_test: tests }
  writeFileSync(join(folder, 'alerts.yml'), rules)
  writeFileSync(file, JSON.stringify({ rule_files: ['alerts.yml'], evaluation_interval: '1m', tests: [test] }))
  try {
    execFileSync('promtool', ['test', 'rules', file], { stdio: 'pipe' })
    return true
  } catch (error) {
    const { code, stdout } = error as { code?: string; stdout?: Buffer }
    if (code === 'ENOENT') throw new Error('Prometheus is missing: apt-get install prometheus', { cause: error })
    console.error(String(stdout))
    return false
  }
}

/**
 * Starts Prometheus with the example of docs/metrics.md. Shortens the times: it scrapes each second, and alerts wait
 * for two seconds. @returns the address of Prometheus
 */
function startPrometheus(folder: string, port: number, at: number): string {
  const tokenFile = join(folder, 'token')
  writeFileSync(tokenFile, token)
  writeFileSync(join(folder, 'rules.yml'), rules.replaceAll(/for: \d+m/gu, 'for: 2s'))
  const scrape = example
    .replaceAll(/^ {4}/gmu, '')
    .replace('/etc/prometheus/asakai-token', tokenFile)
    .replace('asakai.example.com', `127.0.0.1:${port}`)
  const every = 'global: { scrape_interval: 1s, evaluation_interval: 1s }\nrule_files: [rules.yml]\n'
  const file = join(folder, 'prometheus.yml')
  writeFileSync(file, every + scrape)
  const words = [`--config.file=${file}`, `--storage.tsdb.path=${join(folder, 'figures')}`]
  const prometheus = spawn('prometheus', [...words, `--web.listen-address=127.0.0.1:${at}`], { stdio: 'ignore' })
  process.once('exit', () => prometheus.kill('SIGKILL'))
  return `http://127.0.0.1:${at}`
}

async function comes(isThere: () => Promise<boolean | undefined>): Promise<boolean> {
  for (const end = Date.now() + timeoutMs; Date.now() < end; await wait(200)) if (await isThere()) return true
  return false
}
