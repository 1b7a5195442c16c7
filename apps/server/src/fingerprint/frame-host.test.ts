import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { registerFrameHost } from './frame-host.ts';

it('keeps the frame and the console apart, on a host each', async () => {
  const app = createApp({ log: pino({ level: 'silent' }), connectOrigins: () => [] });
  registerFrameHost(app, 'https://fpt.shop.example', 'https://fraud.example');
  app.get('/*', async () => 'answered');
  app.post('/*', async () => 'answered');
  const status = async (host: string, url: string, method: 'GET' | 'POST' = 'GET'): Promise<number> =>
    (await app.inject({ method, url, headers: { host } })).statusCode;
  const session = '/?session_id=s&CustomerId=c';
  expect([await status('fpt.shop.example', session), await status('fraud.example', session)]).toEqual([200, 404]);
  expect([
    await status('fpt.shop.example', '/fpt/collect', 'POST'),
    await status('fraud.example', '/fpt/collect', 'POST'),
  ]).toEqual([200, 404]);
  expect([await status('fpt.shop.example', '/'), await status('fraud.example', '/')]).toEqual([404, 200]);
  expect(await status('fpt.shop.example', '/platform/v1/me')).toBe(404);
  expect([await status('fpt.shop.example', '/mdt.js'), await status('fraud.example', '/mdt.js')]).toEqual([200, 200]);
  await app.close();
});
