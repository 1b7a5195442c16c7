import type { Demo } from './server.ts';

type Json = Record<string, unknown>;

/** A merchant's back end: gets tokens by client credentials and posts events, as its own engineers would write it. */
export class Merchant {
  readonly #demo: Demo;
  #token: string | undefined;

  constructor(demo: Demo) {
    this.#demo = demo;
  }

  async post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    this.#token ??= await this.#fetchToken();
    return fetch(`${this.#demo.origin}${path}`, {
      method: 'POST',
      headers: {
        authorization: `bearer ${this.#token}`,
        'content-type': 'application/json; charset=utf-8',
        'x-ms-dfpenvid': this.#demo.environmentId,
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  /** What the public API answers to a question. */
  async get(path: string): Promise<Json> {
    this.#token ??= await this.#fetchToken();
    const response = await fetch(`${this.#demo.origin}${path}`, {
      headers: { authorization: `bearer ${this.#token}`, 'x-ms-dfpenvid': this.#demo.environmentId },
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return (await response.json()) as Json;
  }

  /** Says whether a purchase was fraud. */
  async label(purchaseId: string, isFraud: boolean): Promise<void> {
    const at = new Date().toISOString();
    const response = await this.post('/v1.0/MerchantServices/events/Label', {
      labelObjectType: 'PURCHASE',
      labelObjectId: purchaseId,
      labelSource: 'ManualReview',
      isFraud,
      eventTimeStamp: at,
      _metadata: { trackingId: crypto.randomUUID(), merchantTimeStamp: at },
    });
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  }

  /** Posts a purchase and gives `resultDetails`. */
  async purchase(body: Json, headers?: Record<string, string>): Promise<Json> {
    const now = new Date().toISOString();
    const response = await this.post(
      '/v1.0/MerchantServices/events/Purchase',
      { merchantLocalDate: now, _metadata: { trackingId: crypto.randomUUID(), merchantTimeStamp: now }, ...body },
      headers,
    );
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return ((await response.json()) as { resultDetails: Json }).resultDetails;
  }

  async #fetchToken(): Promise<string> {
    const { tokenUrl, clientId, clientSecret, resource } = this.#demo;
    const response = await fetch(tokenUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
        resource,
      }),
    });
    const answer = (await response.json()) as { access_token?: string };
    if (answer.access_token === undefined) throw new Error(`no token: ${JSON.stringify(answer)}`);
    return answer.access_token;
  }
}
