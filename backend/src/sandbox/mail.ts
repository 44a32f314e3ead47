/** One message to one address. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Where messages go. Nothing waits for them to arrive. */
export interface Post {
  /** Takes the message; false if there are too many on their way already. */
  send(mail: Mail): boolean;
  /** Resolves when what was taken is sent or given up. */
  close(): Promise<void>;
}

/** The message with a sign-in code. Nothing in it comes from whoever asked for the code. */
export function codeMail(to: string, code: string, productName: string): Mail {
  return {
    to,
    subject: `${code} is your ${productName} sign-in code`,
    text: [
      `Your ${productName} sign-in code is ${code}.`,
      'It is valid for 5 minutes and can be used once.',
      'If you did not ask for it, you need not do anything.',
    ].join('\n\n'),
  };
}
