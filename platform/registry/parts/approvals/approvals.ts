import { callOf } from '../../src/part/call.ts';
import { partKind } from '../../src/part/part.ts';
import { approvalRoutes } from './contract/routes.ts';
import { approvalLog } from './log-view.ts';
import { type ApprovalDesk, openApprovalDesk } from './open-approvals.ts';

/** Has a second person approve what goes on in channels that ask for it. */
export const approvals = partKind<void, ApprovalDesk>('approvals', {}, () => ({
  log: approvalLog,
  open: (context) => {
    const service = openApprovalDesk(context);
    return { service, holdsUp: service.holdUp, calls: callsOf(service) };
  },
}));

function callsOf({ state, setRule, answer }: ApprovalDesk) {
  return {
    approvals: callOf(approvalRoutes.approvals, async ({ actor, params }) => ({
      ok: true,
      value: await state(actor, params.channel),
    })),
    setApprovals: callOf(approvalRoutes.setApprovals, ({ actor, params, body }) =>
      setRule(actor, params.channel, body),
    ),
    answerApproval: callOf(approvalRoutes.answerApproval, ({ actor, params, body }) =>
      answer(actor, params, body),
    ),
  };
}
