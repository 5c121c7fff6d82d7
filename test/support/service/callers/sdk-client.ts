import { BoxClient, BoxDeveloperTokenAuth } from 'box-node-sdk';
import type { TestService } from '../service.ts';

/** The format's public SDK, unmodified, as one person of a test service. */
export function sdkClient(service: Pick<TestService, 'publicUrl'>, token: string): BoxClient {
  const { publicUrl } = service;
  return new BoxClient({ auth: new BoxDeveloperTokenAuth({ token }) }).withCustomBaseUrls({
    baseUrl: publicUrl,
    uploadUrl: `${publicUrl}/upload`,
    oauth2Url: `${publicUrl}/oauth2`,
  });
}
