import { request } from 'undici';
import { socketAgent } from './socket-agent.ts';

/** Sends a request to a service on a Unix socket; `url` comes from the service. */
export async function askSocket(
  socket: string,
  url: string,
  token?: string,
): Promise<{ status: number; json: unknown }> {
  const dispatcher = socketAgent(socket);
  try {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const { statusCode, body } = await request(url, { dispatcher, headers });
    const text = await body.text();
    return { status: statusCode, json: text === '' ? null : JSON.parse(text) };
  } finally {
    await dispatcher.close();
  }
}
