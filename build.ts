/**
 * `npm run build` builds the window, the two programs that only Electron needs (the main process and the preload), and the programs of `bin`,
 * which start faster than their sources. Arguments select targets (`window`, `main`, `preload`, `programs`; default: all). `--if-needed` skips
 * targets newer than their sources. Nothing else needs a build: Node runs the sources.
 */
import { existsSync, globSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build, type InlineConfig } from 'vite';
import { mainBuild } from './build/main-build.ts';
import { programBuild, programSources } from './build/program-build.ts';

type Target = {
  readonly name: string;
  /** A file that exists once the build is done. Its mtime is the build time. */
  readonly product: string;
  readonly sources: readonly string[];
  /** Output of earlier builds, removed before this one: the output of a deleted source would be packaged too. */
  readonly leftovers?: readonly string[];
  readonly config: InlineConfig;
};

const root = import.meta.dirname;
const inRoot = (file: string): string => path.join(root, file);

const window: Target = {
  name: 'window',
  product: 'dist/renderer/index.html',
  sources: [
    'renderer/**/*',
    'preload/**/*.ts',
    'vite.config.ts',
    'build.ts',
    'build/group-ancestors.ts',
    'package-lock.json',
  ],
  config: { configFile: inRoot('vite.config.ts') },
};

const preload: Target = {
  name: 'preload',
  product: 'dist/preload/bridge.cjs',
  sources: ['preload/**/*.ts', 'build.ts', 'package-lock.json'],
  config: {
    configFile: false,
    root,
    build: {
      outDir: inRoot('dist/preload'),
      emptyOutDir: true,
      target: 'node24',
      // A sandboxed preload is one CommonJS file and may require nothing but Electron.
      lib: { entry: inRoot('preload/bridge.ts'), formats: ['cjs'], fileName: () => 'bridge.cjs' },
      rolldownOptions: { external: ['electron'] },
    },
  },
};

const main: Target = {
  name: 'main',
  product: 'dist/main/main.js',
  sources: [
    'main/**/*.ts',
    'preload/{ipc,words}/**/*.ts',
    'contract/**/*.ts',
    'service/**/*.ts',
    'build.ts',
    'build/*.ts',
    'package-lock.json',
  ],
  leftovers: ['dist/{_virtual,contract,main,packages,service}', 'dist/*.js'],
  config: mainBuild(root),
};

const programs: Target = {
  name: 'programs',
  product: 'dist/programs/sources.json',
  sources: programSources,
  config: programBuild(root),
};

function isFresh(target: Target): boolean {
  const product = inRoot(target.product);
  if (!existsSync(product)) return false;
  const builtAt = statSync(product).mtimeMs;
  return target.sources
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .every((file) => statSync(inRoot(file)).mtimeMs <= builtAt);
}

// Every build is for people: libraries bundle their checks for developers where this says otherwise, as it does below a test runner.
process.env['NODE_ENV'] = 'production';

const { values, positionals } = parseArgs({ options: { 'if-needed': { type: 'boolean' } }, allowPositionals: true });
const targets = [window, preload, main, programs];
const unknown = positionals.find((name) => !targets.some((target) => target.name === name));
if (unknown !== undefined) {
  console.error(`there is no target "${unknown}"; there are: ${targets.map((target) => target.name).join(', ')}`);
  process.exit(1);
}
for (const target of targets) {
  if (positionals.length > 0 && !positionals.includes(target.name)) continue;
  if (values['if-needed'] === true && isFresh(target)) continue;
  console.error(`building the ${target.name}`);
  for (const found of globSync(target.leftovers ?? [], { cwd: root })) rmSync(inRoot(found), { recursive: true });
  await build({ ...target.config, logLevel: 'warn' });
}
