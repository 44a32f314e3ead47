# Varnish in front of the ledger service, for readers of the durable stream (docs/feed.md): it asks once for all who
# wait for the same. Everything else is passed on; data calls and the live feed are not for a cache.
#   varnishd -F -a 127.0.0.1:4180 -f /etc/varnish/tallystick.vcl

vcl 4.1;

backend ledger {
    .host = "127.0.0.1";
    .port = "4100";
}

sub vcl_recv {
    if (req.url !~ "^/streams/") {
        return (pass);
    }
}

sub vcl_backend_response {
    # An answer that is over is not given again while the next one is fetched: a reader would wait for it twice.
    set beresp.grace = 0s;
}
