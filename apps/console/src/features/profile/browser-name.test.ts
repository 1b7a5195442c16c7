import { expect, it } from 'vitest';
import { browserName } from './browser-name.ts';

const EDGE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0';

it('browser and system are read from what browsers call themselves', () => {
  expect([EDGE, SAFARI, FIREFOX].map(browserName)).toEqual([
    { browser: 'Edge 130', system: 'Windows' },
    { browser: 'Safari 17', system: 'iOS' },
    { browser: 'Firefox 131', system: 'Linux' },
  ]);
  expect(browserName('curl/8.5.0')).toEqual({ browser: undefined, system: undefined });
});
