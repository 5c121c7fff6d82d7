import { globSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { InlineConfig, Plugin } from 'vite';

/** The programs that start from `bin`, by the name of their built form. */
const programs = { tandem: 'main/cli.ts', 'tandem-service': 'service/cli.ts', start: 'main/start.ts' };

/** The inputs of the programs: a change to one of them changes the build. */
export const programSources = [
  'main/**/*.ts',
  'preload/**/*.ts',
  'contract/**/*.ts',
  'service/**/*.ts',
  'package.json',
  'package-lock.json',
  'build.ts',
  'build/program-build.ts',
];

/** Packages with native parts or files of their own, and Electron. */
const external =
  /^(?:node:|(?:better-sqlite3|keytar|sharp|@hyzyla\/pdfium|@node-rs\/argon2|electron|original-fs|pino|pg-native)(?:\/|$))/;

/**
 * Builds the programs and their packages into a few files: reading hundreds of modules takes longer than most commands. `bin` runs these while
 * they are newer than every source, and else the sources.
 */
export function programBuild(root: string): InlineConfig {
  const outDir = path.join(root, 'dist/programs');
  return {
    configFile: false,
    root,
    plugins: [places(root, outDir), sourceTimes(root, outDir)],
    ssr: { noExternal: true },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      ssr: true,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(programs).map(([name, file]) => [name, path.join(root, file)])),
        external: (id) => external.test(id),
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  };
}

/** A reference to a file beside the source: `new URL('./x', import.meta.url)` or `path.resolve(import.meta.dirname, '../x')`. */
const reference =
  /new URL\('(\.{1,2}(?:\/[^']*)?)', import\.meta\.url\)|path\.resolve\(import\.meta\.dirname, '([^']+)'\)/g;

/** Lets references lead to the built worker or program, or else to the same file as from the source. */
function places(root: string, outDir: string): Plugin {
  const built = new Map(Object.entries(programs).map(([name, file]) => [path.join(root, file), `${name}.mjs`]));
  return {
    name: 'places-of-programs',
    enforce: 'pre',
    transform(code, id) {
      if (id.includes('/node_modules/') || code.search(reference) < 0) return null;
      const emit = (file: string): string => {
        const fileName = `${path.basename(file, '.ts')}.mjs`;
        built.set(file, fileName);
        this.emitFile({ type: 'chunk', id: file, fileName });
        return fileName;
      };
      return code.replaceAll(reference, (_all, ofUrl?: string, ofFolder?: string) => {
        const target = path.resolve(path.dirname(id), ofUrl ?? ofFolder ?? '');
        const isSource = target.endsWith('.ts');
        const file = built.get(target) ?? (isSource ? emit(target) : path.relative(outDir, target));
        // All output is in one folder, so the same relative path works from each of its files.
        return ofUrl === undefined
          ? `path.resolve(import.meta.dirname, '${file}')`
          : `new URL('./${file}', import.meta.url)`;
      });
    },
  };
}

/** Writes down when each source was changed, for `bin` to compare. */
function sourceTimes(root: string, outDir: string): Plugin {
  return {
    name: 'times-of-sources',
    writeBundle() {
      const files = programSources.flatMap((pattern) => globSync(pattern, { cwd: root })).sort();
      const times = files.map((file) => [file, statSync(path.join(root, file)).mtimeMs]);
      writeFileSync(path.join(outDir, 'sources.json'), JSON.stringify(times));
    },
  };
}
