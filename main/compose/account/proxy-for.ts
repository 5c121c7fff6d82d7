import { environmentProxy } from '../../api/transport/environment-proxy.ts';
import type { ProxySetting } from '../../api/transport/proxy.ts';
import { type KeptSettings, openSettings } from '../../commands/settings/kept-settings.ts';

/** The proxy set by the person, or else the system's proxy. */
export function proxyFor(settings: Pick<KeptSettings, 'current'>, systemProxy: ProxySetting): ProxySetting {
  return (address) => settings.current().proxy ?? systemProxy(address);
}

/** The proxy setting of a state folder, for a process that does not follow changes to it. */
export const proxyOf = async (state: string): Promise<ProxySetting> =>
  proxyFor(await openSettings(state), environmentProxy);
