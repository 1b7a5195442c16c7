/** A server under load. */
export type Target = {
  readonly name: 'redoubt' | 'without persistence' | 'bare Fastify';
  readonly port: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly pid: number;
  readonly stop: () => Promise<void>;
};

/** A target that decides with the rules in its own data. */
export type DecidingTarget = Target & { readonly dataDirectory: string; readonly facts: MerchantFacts };

export const PURCHASE_PATH = '/v1.0/MerchantServices/events/Purchase';

/** Facts of the demonstration merchant that a server writes on its first start. */
export type MerchantFacts = {
  readonly origin: string;
  readonly tenantId: string;
  readonly environmentId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly resource: string;
  readonly tokenUrlV2: string;
};

/** Headers of a merchant's call, with a token that outlasts the benchmark. */
export const merchantHeaders = async (facts: MerchantFacts): Promise<Readonly<Record<string, string>>> => {
  const response = await fetch(facts.tokenUrlV2, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: facts.clientId,
      client_secret: facts.clientSecret,
      scope: `${facts.resource}/.default`,
    }),
  });
  if (!response.ok) throw new Error(`${facts.tokenUrlV2} answered ${response.status}: ${await response.text()}`);
  const { access_token: token } = (await response.json()) as { access_token: string };
  return {
    'content-type': 'application/json; charset=utf-8',
    authorization: `Bearer ${token}`,
    'x-ms-dfpenvid': facts.environmentId,
  };
};
