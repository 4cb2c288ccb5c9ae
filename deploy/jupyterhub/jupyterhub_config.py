"""A JupyterHub whose users find the pages below /user/NAME/cardlab/ and as a tile in JupyterLab.

In the environment of the users: `pip install "cardlab[server,fast,postgres]"`. Nothing has to be
configured for that; the lines below give all of them one database, so that a class is one class.
"""

import os

c = get_config()  # type: ignore[name-defined]  # noqa: F821

c.Spawner.default_url = "/lab"
c.Spawner.environment = {
    # one database for everybody; a file will do as long as all users are on one machine
    "CARDLAB_STORE": os.environ.get(
        "CARDLAB_STORE", "postgresql+psycopg://cardlab@localhost/cardlab"
    ),
}
