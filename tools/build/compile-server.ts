// Compiles the server of this clone to JavaScript for `npm start`; its pages stay in their build folder. Run with: node
// tools/build/compile-server.ts FOLDER
import { cpSync, rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { compile } from '../release/product.ts'

const folder = process.argv[2]!
rmSync(folder, { recursive: true, force: true })
compile(folder, ['server/main.ts'])
cpSync('package.json', join(folder, 'package.json'))
symlinkSync(resolve('dist'), join(folder, 'dist'), 'junction')
