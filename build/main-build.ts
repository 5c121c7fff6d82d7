import path from 'node:path';
import type { InlineConfig, Plugin } from 'vite';

/** Entry points of the packaged application: the main process and the service it starts. */
const programs = ['main/main.ts', 'service/cli.ts'];

/** Packages that read user files. They are bundled so that their file access also goes through the disk module. */
const diskPackages = /(^|\/node_modules\/)(chokidar|readdirp)(\/|$)/;

/**
 * True for packages and Node built-ins, which the program imports at run time. Called twice per import: as written and as resolved, which on
 * Windows is `C:/...`.
 */
export function isExternal(id: string, importer?: string): boolean {
  if (id.startsWith('.') || id.startsWith('\0') || path.win32.isAbsolute(id)) return false;
  return !diskPackages.test(id) && !isDiskOfPackage(id, importer);
}

/** True if a bundled package imports the file system. */
function isDiskOfPackage(id: string, importer: string | undefined): boolean {
  return /^(node:)?fs(\/promises)?$/.test(id) && diskPackages.test(importer?.replaceAll('\\', '/') ?? '');
}

/** Builds the main process for Electron into `dist`, one output file per source. */
export function mainBuild(root: string): InlineConfig {
  return {
    configFile: false,
    root,
    plugins: [startedFiles(), diskOfPackages(path.join(root, 'main/disk/disk.ts'))],
    ssr: { noExternal: ['chokidar', 'readdirp'] },
    build: {
      outDir: path.join(root, 'dist'),
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      ssr: true,
      rolldownOptions: {
        input: programs.map((program) => path.join(root, program)),
        external: isExternal,
        output: {
          format: 'es',
          preserveModules: true,
          preserveModulesRoot: root,
          // Packaging excludes every `node_modules` folder except the application's own.
          entryFileNames: ({ name }) => `${name.replace(/^.*node_modules\//, 'packages/')}.js`,
        },
      },
    },
  };
}

/** Workers and child programs are referenced by `new URL('./x.ts', import.meta.url)`. This builds them too and rewrites the reference to `.js`. */
function startedFiles(): Plugin {
  const startedFile = /new URL\('(\.{1,2}\/[^']+)\.ts', import\.meta\.url\)/g;
  return {
    name: 'started-files',
    enforce: 'pre',
    transform(code, id) {
      if (code.search(startedFile) < 0) return null;
      return code.replaceAll(startedFile, (_match, file: string) => {
        this.emitFile({ type: 'chunk', id: path.resolve(path.dirname(id), `${file}.ts`) });
        return `new URL('${file}.js', import.meta.url)`;
      });
    },
  };
}

/** Resolves the file system imports of bundled packages to the disk module. */
function diskOfPackages(disk: string): Plugin {
  return {
    name: 'disk-of-packages',
    enforce: 'pre',
    resolveId: (id, importer) => (isDiskOfPackage(id, importer) ? disk : null),
  };
}
