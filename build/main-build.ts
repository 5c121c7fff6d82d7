import path from 'node:path';
import type { InlineConfig, Plugin } from 'vite';

/** Programs of the packaged application: its main process, and the service that it starts beside itself. */
const programs = ['main/main.ts', 'service/cli.ts'];

/** Packages that read files of a person: they are built in, so that they go through the disk module too. */
const diskPackages = /(^|\/node_modules\/)(chokidar|readdirp)(\/|$)/;

/**
 * Is it left for the program to import: packages and Node's own modules? Asked twice for each import, as it is written and as it is
 * resolved, which on Windows is `C:/...`.
 */
export function isExternal(id: string, importer?: string): boolean {
  if (id.startsWith('.') || id.startsWith('\0') || path.win32.isAbsolute(id)) return false;
  return !diskPackages.test(id) && !isDiskOfPackage(id, importer);
}

/** Does a package ask for the file system? */
function isDiskOfPackage(id: string, importer: string | undefined): boolean {
  return /^(node:)?fs(\/promises)?$/.test(id) && diskPackages.test(importer?.replaceAll('\\', '/') ?? '');
}

/** The build of the main process for Electron, below `dist`, one file for each source. */
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
          // What is packed leaves out every folder of this name but the one of the application.
          entryFileNames: ({ name }) => `${name.replace(/^.*node_modules\//, 'packages/')}.js`,
        },
      },
    },
  };
}

/** Workers and child programs are named by `new URL('./x.ts', import.meta.url)`: they are built too, and named by `.js`. */
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

/** The file system that the packages ask for is the disk module. */
function diskOfPackages(disk: string): Plugin {
  return {
    name: 'disk-of-packages',
    enforce: 'pre',
    resolveId: (id, importer) => (isDiskOfPackage(id, importer) ? disk : null),
  };
}
