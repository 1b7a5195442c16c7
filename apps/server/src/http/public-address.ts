/** Addresses of the original's APIs, those of its mobile SDK among them, whether they exist here or not. */
const API_ADDRESS = /^\/+(?:v\d+(?:\.\d+)?|knowledgegateway|merchantservices|config|sendfpt)(?:[/?]|$)/i;

/** Whether an address is one of the public API: it answers failures in another body, and gets other headers. */
export const isPublicAddress = (url: string): boolean => API_ADDRESS.test(url);
