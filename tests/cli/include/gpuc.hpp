// What the tests of the tool need of the public header: that it is there.
#pragma once
