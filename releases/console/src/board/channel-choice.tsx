import { Segments } from '@tallystick/shared/ui/segments';
import { useGoTo } from '../address/use-route.ts';
import { strings } from '../strings.ts';

interface ChannelChoiceProps {
  readonly channel: string;
  readonly channels: readonly string[];
  readonly app: string | null;
}

/** Which channel is looked at; nothing where there is one only. */
export function ChannelChoice({ channel, channels, app }: ChannelChoiceProps) {
  const goTo = useGoTo();
  if (channels.length < 2) return null;
  return (
    <div>
      <Segments
        legend={strings.channel}
        segments={channels.map((option) => ({ option, label: option }))}
        chosen={channel}
        onChoose={(next) =>
          goTo(
            app === null ? { page: 'board', channel: next } : { page: 'app', app, channel: next },
          )
        }
      />
    </div>
  );
}
