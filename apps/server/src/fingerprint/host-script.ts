/** What a shop's page learns about its session. */
export type ScriptFacts = {
  /** Address of this service, as the page reaches it. */
  readonly url: string;
  readonly sessionId: string;
  readonly instanceId: string;
  /** What the browser asks about itself: API name and id of the event; null where it only reports. */
  readonly question: { readonly assessment: string; readonly requestId: string } | null;
};

/** A text in a script: what could end the script or a line of it is written as an escape. */
const literal = (text: string): string =>
  JSON.stringify(text).replaceAll(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);

const questionPart = (question: ScriptFacts['question']): string =>
  question === null ? '' : `&${new URLSearchParams({ ...question }).toString()}`;

/**
 * `mdt.js` (`docs/reference/wire.md#device-facts`): defines `window.dfp`, whose `doFpt` appends the one hidden frame.
 * Written for browsers of any age, and takes nothing from the page but its `document`.
 */
export const hostScript = ({ url, sessionId, instanceId, question }: ScriptFacts): string => `(function (w) {
  'use strict';
  var dfp = { url: ${literal(url)}, sessionId: ${literal(sessionId)}, customerId: ${literal(instanceId)}, dc: '' };
  dfp.doFpt = function (doc, callback) {
    var d = doc || w.document;
    if (typeof callback === 'function') {
      var heard = function (event) {
        var data = event.data;
        if (event.origin !== dfp.url || !data || data.source !== 'fpt') return;
        w.removeEventListener('message', heard);
        callback(data.ok ? data.text : String(data.text).indexOf('ServerError') === 0 ? data.text : 'ServerError');
      };
      w.addEventListener('message', heard);
    }
    if (d.getElementById('fpt_frame')) return;
    var frame = d.createElement('iframe');
    frame.id = 'fpt_frame';
    frame.title = '';
    frame.setAttribute('aria-hidden', 'true');
    frame.tabIndex = -1;
    frame.width = '1';
    frame.height = '1';
    frame.style.cssText = 'position:absolute;left:-9999px;top:0;width:1px;height:1px;border:0;visibility:hidden';
    frame.src = dfp.url + '/?session_id=' + encodeURIComponent(dfp.sessionId) +
      '&CustomerId=' + encodeURIComponent(dfp.customerId) + ${literal(questionPart(question))};
    (d.body || d.documentElement).appendChild(frame);
  };
  w.dfp = dfp;
})(window);
`;

/** The page in the frame; it holds nothing but the script that collects. */
export const FRAME_PAGE =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>·</title></head><body><script src="/fpt/collector.js"></script></body></html>';

/** May be framed by any shop, and reaches nothing but where it came from. */
export const FRAME_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  'img-src data: blob:',
  "style-src 'unsafe-inline'",
  "frame-src 'self' data: blob:",
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join('; ');
