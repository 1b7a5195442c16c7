/** Where the hidden frame's page stands; browsers ask for it as `/?session_id=…`. */
export const FRAME_PATH = '/fpt/frame';

/** Turns the documented address of the frame into one of its own: `/` is the console's. */
export const rewriteFrameAddress = (url: string): string =>
  /^\/\?(?:[^#]*&)?session_id=/i.test(url) ? `${FRAME_PATH}${url.slice(1)}` : url;
