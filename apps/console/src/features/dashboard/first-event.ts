export type FirstEventFacts = {
  readonly endpoint: string;
  readonly tokenUrl: string;
  readonly resource: string;
  readonly environmentId: string;
  readonly now: string;
  readonly newId: string;
};

/** Two commands that send the first purchase: fetch a token, then post. The two capital words are the reader's own. */
export const firstEventCommands = (facts: FirstEventFacts): string => {
  const purchase = {
    purchaseId: `first-${facts.newId.slice(0, 8)}`,
    merchantLocalDate: facts.now,
    totalAmount: 250,
    currency: 'EUR',
    user: { userId: 'customer-1', email: 'nora.quill@mailbox.example', country: 'DE' },
    _metadata: { trackingId: facts.newId, merchantTimeStamp: facts.now },
  };
  return `TOKEN=$(curl -s '${facts.tokenUrl}' \\
  -d grant_type=client_credentials -d client_id=CLIENT_ID -d client_secret=CLIENT_SECRET \\
  -d scope='${facts.resource}/.default' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')

curl '${facts.endpoint}/v1.0/MerchantServices/events/Purchase' \\
  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -H 'x-ms-dfpenvid: ${facts.environmentId}' \\
  -d '${JSON.stringify(purchase)}'`;
};
