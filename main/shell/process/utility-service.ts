import type { UtilityProcess } from 'electron';
import type { ElectronModule } from '../electron-module.ts';

/**
 * Starts the service's command line as a utility process. This needs no fuse that would turn our signed binary into a general Node, and the process
 * ends with the application, however that ends.
 */
export function utilityService(
  { utilityProcess }: Pick<ElectronModule, 'utilityProcess'>,
  program: string,
): (args: readonly string[]) => UtilityProcess {
  return (args) =>
    utilityProcess.fork(program, [...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      serviceName: 'Tandem private service',
    });
}
