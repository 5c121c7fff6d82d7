import { BoxClient, BoxDeveloperTokenAuth } from 'box-node-sdk';
import type { TestService } from './service.ts';

/** The format's public SDK as one person of a test service: other people's code, used unchanged. */
export function sdkClient(service: Pick<TestService, 'publicUrl'>, token: string): BoxClient {
  const { publicUrl } = service;
  return new BoxClient({ auth: new BoxDeveloperTokenAuth({ token }) }).withCustomBaseUrls({
    baseUrl: publicUrl,
    uploadUrl: `${publicUrl}/upload`,
    oauth2Url: `${publicUrl}/oauth2`,
  });
}
